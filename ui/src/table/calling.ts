// How a player is called to the table: a bell, a buzz, and a notification while the page is hidden.

import { notify } from "../app/announcing.svelte";
import { preferences } from "../app/preferences.svelte";
import { words } from "../app/words.svelte";
import { play } from "../app/sounds";

const t = words("notifications");

/** Call the player: it is their turn. */
export function call(question: string): void {
  play("turn");
  if (!document.hidden || !preferences.notify) return;
  try {
    const shown = new Notification(t("turn"), {
      body: question,
      icon: `${import.meta.env.BASE_URL}icon.svg`,
      tag: "turn",
    });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // No notifications here; the title shows it.
  }
}

/** The player wants notifications: ask the browser, and say so if it has none. */
export async function wantNotifications(): Promise<void> {
  if (!("Notification" in window)) {
    preferences.notify = false;
    notify(t("missing"), "trouble");
    return;
  }
  const answer = await Notification.requestPermission().catch(() => "denied" as const);
  preferences.notify = answer === "granted";
  if (answer !== "granted") notify(t("refused"), "trouble");
}
