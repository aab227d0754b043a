// The things a table is made of, as others made them.

export { default as ActionCard } from "./standin/ActionCard.svelte";
export { default as Board } from "./standin/Board.svelte";
export { default as Dial } from "./standin/Dial.svelte";
export { default as ModifierCard } from "./standin/ModifierCard.svelte";
export { default as PowerCard } from "./standin/PowerCard.svelte";
