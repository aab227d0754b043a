// The catalogue before and after the server has answered.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { numeral, plainTitle, signed, textIn } from "./catalogue_data";

vi.stubGlobal("navigator", { languages: ["en"] });
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
const { catalogue } = await import("./catalogue.svelte");
const { preferences } = await import("./preferences.svelte");
const { speak } = await import("./words.svelte");

const ANSWER = {
  cards: {
    "C-any3": {
      title: "Scheming",
      text: "Move up to 3.",
      variant_texts: { power_shift: "Or a modifier." },
      number: 1,
      stacks: [1],
      copies: 1,
      kind: "move",
    },
  },
  places: { galicia: "Galicia", navarra: "País Vasco" },
  regions: [{ region: "galicia", name: "Galicia", points: [4, 2, 0], neighbours: [] }],
  colours: [{ key: "carmine", name: "carmine" }],
  dummy: { key: "bone", name: "bone" },
  modifiers: { "-1 move": { value: -1, kind: "move", text: "Move 1." } },
  powers: { "1": 6, "13": 0 },
};
const fetched = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => {
  vi.useRealTimers();
  fetched.mockReset();
});
const answer = (): Response => new Response(JSON.stringify(ANSWER));

describe("the catalogue", () => {
  it("has names to go on with, is asked for once, and then has the server's", async () => {
    fetched.mockImplementation(async () => answer());
    const first = catalogue("2023");
    expect(first.card("C-civil-war")).toMatchObject({ title: "Civil war", text: "", number: null });
    expect(first.place("castillo")).toBe("the Castillo");
    expect(first.modifier("-2 grande")).toMatchObject({ value: -2, kind: "grande" });
    expect(first.takes(1)).toBeNull();
    await vi.runAllTimersAsync();
    expect(catalogue("2023")).toBe(first);
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(fetched.mock.calls[0]![0]).toBe("/api/catalogue?edition=2023&language=en");
    expect(first.card("C-any3").title).toBe("Scheming");
    expect(first.place("navarra")).toBe("País Vasco");
    expect(first.points("galicia")).toEqual([4, 2, 0]);
    expect(first.takes(13)).toBe(0);
    expect(first.colour(5)).toBe("bone");
  });

  it("is another one for another edition and language", async () => {
    fetched.mockImplementation(async () => answer());
    const english = catalogue("2023");
    await speak("de");
    preferences.language = "de";
    expect(catalogue("2023")).not.toBe(english);
    expect(catalogue("2023").place("castillo")).toBe("das Castillo");
    expect(catalogue("classic")).not.toBe(catalogue("2023"));
    preferences.language = "en";
    expect(catalogue("2023")).toBe(english);
  });

  it("asks again when the server could not be reached", async () => {
    fetched.mockRejectedValueOnce(new Error("offline")).mockImplementation(async () => answer());
    preferences.language = "es";
    const spanish = catalogue("2023");
    await vi.advanceTimersByTimeAsync(0);
    expect(spanish.data).toBeNull();
    await vi.advanceTimersByTimeAsync(1000);
    expect(spanish.card("C-any3").number).toBe(1);
    preferences.language = "en";
  });
});

describe("what can be said without it", () => {
  it("reads well", () => {
    expect(plainTitle("C-civil-war")).toBe("Civil war");
    expect([signed(2), signed(-1)]).toEqual(["+2", "−1"]);
    expect([numeral(1), numeral(4), numeral(9)]).toEqual(["I", "IV", "9"]);
  });
});

describe("the text of a card", () => {
  const card = { ...ANSWER.cards["C-any3"], added: { new_regency: 0, old_hands: 0 } };

  it("mentions a variant only where it is played", () => {
    expect(textIn(card)).toBe("Move up to 3.");
    expect(textIn(card, { power_shift: false, new_regency: true })).toBe("Move up to 3.");
    expect(textIn(card, { power_shift: true })).toBe("Move up to 3. Or a modifier.");
  });
});
