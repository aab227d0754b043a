// The names of people, bots and editions in the language of the reader.

import { afterAll, describe, expect, it, vi } from "vitest";
import type { TableLine } from "../wire/lines";
import type { SeatShown, Table } from "../wire/types";

vi.stubGlobal("navigator", { languages: ["de"] });
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
const edition = {
  key: "edition",
  values: [
    { value: "classic", title: "Klassisch", text: "Von 1995.", summary: "Klassische Ausgabe" },
  ],
};
const answer = { options: [edition], levels: [{ bot: "random", title: "Zufall", text: "" }] };
vi.stubGlobal("fetch", async () => new Response(JSON.stringify(answer)));
const { catalogue } = await import("./catalogue.svelte");
const { editionTexts, namesAt, namesInLine, seatName } = await import("./catalogue_names");
const { personName } = await import("./people");
const { preferences } = await import("./preferences.svelte");
const { speak } = await import("./words.svelte");
const { namesOf } = await import("../table/seat_names");

preferences.language = "de";
await speak("de");
await vi.waitUntil(() => catalogue("classic").data && catalogue("2023").data);
afterAll(() => speak("en"));

const seat = (name: string, bot: string | null = null, kind = "human"): SeatShown =>
  ({ seat: 0, kind: bot ? "bot" : kind, name, bot }) as SeatShown;
const table = (...seats: SeatShown[]): Table =>
  ({ options: { players: seats.length, edition: "classic" }, seats }) as unknown as Table;

describe("names", () => {
  it("call a bot without a name by its level, in the language of the reader", () => {
    expect(seatName(seat("random", "random"), "classic")).toBe("Zufall");
    expect(seatName(seat("random:x=1", "random:x=1"), "classic")).toBe("Zufall");
    expect(seatName(seat("my-bot", "my-bot"), "classic")).toBe("My bot");
    expect(seatName(seat("Doña Urraca", "random"), "classic")).toBe("Doña Urraca");
    expect(seatName(seat("random"), "classic")).toBe("random");
  });

  it("are the same in a list of tables", () => {
    const seats = ["Ana", "random", "Doña Urraca", ""];
    const line = { seats, bots: [null, "random", "random", null], edition: "classic" };
    expect(namesInLine(line as TableLine)).toEqual(["Ana", "Zufall", "Doña Urraca", ""]);
  });

  it("say of a deleted player that they were one", () => {
    expect(personName("Former player")).toBe("Ehemaliger Spieler");
    expect(personName("Ana")).toBe("Ana");
    expect(personName("")).toBe("");
  });

  it("are the same at the table and in its replay", () => {
    const seats = [seat("Ana"), seat("Former player"), seat("random", "random")];
    const expected = ["Ana", "Ehemaliger Spieler", "Zufall"];
    expect(namesAt(table(...seats))).toEqual(expected);
    expect(namesOf(table(...seats))).toEqual([...expected, "Strohmann"]);
    expect(namesOf(table(seat("", null, "open")))).toEqual(["freier Platz", "Strohmann"]);
  });

  it("call an edition as the server does", () => {
    expect(editionTexts("classic")).toMatchObject({ title: "Klassisch", text: "Von 1995." });
    expect(editionTexts("2023").title).toBe("2023"); // which the server has not described here
    expect(catalogue("classic").optionValue("edition", "2023")).toBeUndefined();
  });
});
