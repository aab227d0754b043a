import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// Where `make play` and the tests run the server while the pages are being worked on.
const SERVER = "http://127.0.0.1:8470";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/elgrande/server/pages",
    emptyOutDir: true,
    // Small files stay files: the server's policy lets no page carry its own scripts or styles.
    assetsInlineLimit: 0,
    target: "es2022",
  },
  server: {
    proxy: { "/api": { target: SERVER, ws: true } },
  },
  test: {
    include: ["src/**/*.test.ts", "map/**/*.test.ts"],
  },
});
