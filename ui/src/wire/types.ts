// What the pages call the things that travel. What these are made of is the server's to say: schema.ts is
// generated from its OpenAPI document (docs/program/protocol.md), and `make check` fails where a page expects something else.

import type * as schema from "./schema";

export type Region = keyof schema.RegionViewByRegion;
export const REGIONS = [
  "galicia",
  "navarra",
  "aragon",
  "cataluna",
  "castilla",
  "toledo",
  "valencia",
  "sevilla",
  "granada",
] as const satisfies readonly Region[];
export type Place = schema.PlaceTarget["place"];
export type Spot = schema.ScoredEvent["place"];
export type TileKey = schema.TileTarget["tile"];
export type Modifier = schema.ModifierTarget["modifier"];
export type Edition = schema.OptionsData["edition"];
export type Language = schema.Catalogue["language"];

export type Options = schema.OptionsData;
export type Touch = schema.ClickTarget;
export type ButtonKey = schema.ButtonTarget["button"];
export type Choice = schema.ChoiceShown;
export type MovesLeft = schema.MovesLeft;
export type Decision = schema.Decision;
export type DecisionOf<Kind extends Decision["kind"]> = Decision & { kind: Kind };
export type Held = schema.HeldStep;

export type DraftKind = NonNullable<schema.PlayShown["confirming"]>;
export type View = schema.TableView;
export type BoardPlace = schema.CastilloView;
export type RegionShown = schema.RegionView;
export type PlayerShown = schema.PlayerView;
export type StackShown = schema.StackView;
export type Mine = schema.OwnView;
export type DummyShown = schema.DummyView;

/** Something that happened, in a sentence. */
export type Happening = schema.ToldEvent;
export type HappeningOf<Kind extends Happening["event"]> = Happening & { event: Kind };
/** A line of the log of the game. */
export type Line = schema.LoggedEvent;

export type Table = schema.TableShown;
export type TableSettings = schema.TableSettingsShown;
export type SeatShown = schema.SeatShown;
export type Clock = schema.ClockShown;
export type UndoWish = schema.UndoShown;
export type Play = schema.PlayShown;
export type Proposal = schema.ProposalShown;
export type SeatRequest = schema.RequestShown;
export type LogEntry = schema.LogEntry;
export type Presence = schema.Presence;

export type StateFrame = schema.StateShown;
export type ServerFrame = schema.ServerMessage;
export type ClientFrame = schema.ClientMessage;

export type Invitation = schema.InvitationShown;
export type Invited = schema.Invited;
export type OpenedTable = schema.OpenedTable;
export type SessionShown = schema.SessionRow;
export type BotParameter = schema.BotParameter;
export type BotShown = schema.BotShown;
