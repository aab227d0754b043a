// What the compiler does not see: promises nobody awaits, dead code, Svelte's own traps. Layout is Prettier's.

import js from "@eslint/js";
import prettier from "eslint-config-prettier";
import svelte from "eslint-plugin-svelte";
import { defineConfig, globalIgnores } from "eslint/config";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default defineConfig(
  // Generated.
  globalIgnores(["src/wire/schema.ts"]),
  js.configs.recommended,
  {
    files: ["*.mjs", "*.js", "map/**", "pictures/*.mjs", "offline/*.mjs", "solo/*.mjs"],
    languageOptions: { globals: globals.node },
  },
  { files: ["offline/sw.js"], languageOptions: { globals: globals.serviceworker } },
  {
    files: ["**/*.ts"],
    extends: [ts.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
  },
  {
    // Without types: svelte-check has looked at those, and here they would double the time of `make check`.
    files: ["**/*.svelte"],
    extends: [ts.configs.strict],
  },
  svelte.configs.recommended,
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: {
      globals: globals.browser,
      parserOptions: { parser: ts.parser, svelteConfig },
    },
    rules: {
      // It takes every Set and Map for reactive state; ours are values that are replaced whole.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
  {
    files: ["**/*.ts", "**/*.svelte"],
    rules: {
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      // The compiler takes every index for possibly missing (noUncheckedIndexedAccess); a `!` says why it is not.
      "@typescript-eslint/no-non-null-assertion": "off",
    },
  },
  {
    files: ["**/*.ts"],
    rules: {
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      // Browsers in insecure contexts, and old ones, lack what the types of the DOM promise.
      "@typescript-eslint/no-unnecessary-condition": "off",
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        { allowNumber: true, allowBoolean: true },
      ],
    },
  },
  {
    files: ["**/*.test.ts"],
    rules: {
      // Stand-ins for what answers later.
      "@typescript-eslint/require-await": "off",
    },
  },
  prettier,
  svelte.configs.prettier,
);
