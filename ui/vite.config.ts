import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// Where `make play` and the tests run the server while the pages are being worked on.
const SERVER = "http://127.0.0.1:8470";

// What every page needs, with the page that most people see first and small parts of several pages.
const CORE =
  /node_modules\/svelte|src\/(main|(app|wire|look|art|host)\/|start\/(StartPage|PlayNow|Hero|SignIn)|result\/(again|rematch))/;
// What every page runs before all that.
const EARLY =
  /src\/(wire\/early|app\/(keeping|language)|host\/server\/(wire|pages))\.ts|vite\/preload-helper/;
// What is drawn wherever there is a board: on the start page, in the rules, in replays, at a table.
const BOARD = /src\/(board|cards)\//;
// What replays and tables have in common.
const TELLING =
  /src\/(insight\/|table\/(scoring|reveal)\/|table\/(playback|happening|pacing|log_lines|seat_names|card_in_play|CardInPlay|SceneSheet))/;
// What can be chosen in a position, at a table or without one.
const CHOOSING = /src\/table\/(CardsRow|HandRow|ChoiceList|choice_buttons|offering|trying)/;
// What only those who play need.
const TABLE = /src\/table\//;

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// Who answers the pages: a server, or with `--mode static` the game in the browser itself, in a
// folder that any host can hold under any address (docs/play/demo.md).
const HOSTS = {
  server: { host: at("src/host/server"), outDir: "../src/elgrande/server/pages", base: "/" },
  static: { host: at("src/host/solo"), outDir: "../dist/static", base: "./" },
};

export default defineConfig(({ mode }) => {
  const { host, outDir, base } = HOSTS[mode === "static" ? "static" : "server"];
  return {
    base,
    resolve: { alias: { $host: host } },
    worker: { format: "es" as const },
    plugins: [svelte()],
    build: {
      outDir,
      emptyOutDir: true,
      // Small files stay files: the server's policy lets no page carry its own scripts or styles.
      assetsInlineLimit: 0,
      target: "es2022",
      // Browsers that do not know it load what it names a little later.
      modulePreload: { polyfill: false },
      // Styles come with the code they belong to: in one file, everybody would load those of all pages.
      cssCodeSplit: true,
      // Few files: on a phone every further one costs a way to the server and back.
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: "early", test: EARLY, priority: 5 },
              { name: "core", test: CORE, priority: 4 },
              { name: "board", test: BOARD, priority: 3 },
              { name: "telling", test: TELLING, priority: 2 },
              { name: "choosing", test: CHOOSING, priority: 2 },
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
      include: [
        "src/**/*.test.ts",
        "map/**/*.test.ts",
        "pictures/**/*.test.ts",
        "offline/**/*.test.ts",
      ],
      setupFiles: ["src/texts/test_setup.ts"],
    },
  };
});
