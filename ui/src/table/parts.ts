// The map, until it is there.

export { default as Board } from "./standin/Board.svelte";
