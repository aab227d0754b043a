// The title of the page: the page's own words, and a mark when it is the player's turn.

let words = $state("");
let wanted = $state(false);

/** Name the page; `mark` says that the game waits for the player. */
export function nameThePage(text: string, mark = false): void {
  words = text;
  wanted = mark;
}

export function followTitle(): void {
  $effect.root(() => {
    $effect(() => {
      document.title = `${wanted ? "● " : ""}${words ? `${words} · ` : ""}El Grande`;
    });
  });
}
