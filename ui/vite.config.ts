import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// Where `make play` and the tests run the server while the pages are being worked on.
const SERVER = "http://127.0.0.1:8470";

// What every page needs, with the page that most people see first; and what a table needs.
const CORE = /node_modules\/svelte|src\/(app|wire|look|art)\/|src\/start\/(StartPage|PlayNow|Hero)/;
// What every page runs before all that.
const EARLY = /src\/(wire\/early|app\/(keeping|language))\.ts|vite\/preload-helper/;
const TABLE = /src\/(table|board|cards|insight)\//;

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/elgrande/server/pages",
    emptyOutDir: true,
    // Small files stay files: the server's policy lets no page carry its own scripts or styles.
    assetsInlineLimit: 0,
    target: "es2022",
    // Few files: on a phone every further one costs a way to the server and back.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "early", test: EARLY, priority: 3 },
            { name: "core", test: CORE, priority: 2 },
            { name: "table", test: TABLE, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    proxy: { "/api": { target: SERVER, ws: true } },
  },
  test: {
    include: ["src/**/*.test.ts", "map/**/*.test.ts", "offline/**/*.test.ts"],
    setupFiles: ["src/texts/test_setup.ts"],
  },
});
