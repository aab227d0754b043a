// The board, for the pages that load it only once they show it. A file of its own: a chunk that
// is itself loaded later would need another one with the bundler's helper, and tables wait for both.

export { default } from "../../board/Board.svelte";
