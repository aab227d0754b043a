// The things the pictures are made of, as others made them.

export { default as ActionCard } from "./standin/ActionCard.svelte";
export { default as Board } from "./standin/Board.svelte";
export { default as Dial } from "./standin/Dial.svelte";
export { default as ModifierCard } from "./standin/ModifierCard.svelte";
export { default as Piece } from "../art/Piece.svelte";
export { default as PowerCard } from "./standin/PowerCard.svelte";
export { default as Shield } from "../art/Shield.svelte";
export { catalogue, type Catalogue } from "./standin/catalogue.svelte";
