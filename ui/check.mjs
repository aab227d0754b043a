// Formatting, lint and types, side by side: one after the other they would take twice the time.

import { spawn } from "node:child_process";

const TOOLS = [
  ["prettier", "--check", "--cache", "--log-level", "warn", "."],
  ["eslint", "--max-warnings", "0", "."],
  ["svelte-check", "--tsconfig", "./tsconfig.json", "--fail-on-warnings", "--output", "human"],
];

/** Run a tool to its end, then show what it said; whether it was content. */
function run([tool, ...options]) {
  return new Promise((resolve) => {
    const said = [];
    const child = spawn(tool, options, { shell: process.platform === "win32" });
    child.stdout.on("data", (part) => said.push(part));
    child.stderr.on("data", (part) => said.push(part));
    child.on("error", (error) => said.push(Buffer.from(`${tool}: ${error.message}\n`)));
    child.on("close", (code) => {
      process.stdout.write(Buffer.concat(said));
      resolve(code === 0);
    });
  });
}

const results = await Promise.all(TOOLS.map(run));
process.exitCode = results.every(Boolean) ? 0 : 1;
