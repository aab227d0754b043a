// What the folder for a static host needs besides the pages: Pyodide, the game compiled for its
// Python, icons and the service worker. build_static.py calls this after the pages are built.

import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { loadPyodide } from "pyodide";
import { makeInstallable } from "../offline/build.mjs";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const PAGES = at("../../dist/static");
const PYODIDE = at("../node_modules/pyodide");
const MADE = at("../../build/solo");
// Beside the sources, so that no browser compiles them at every start; they never change there.
const COMPILE = `
import compileall, os, py_compile, zipfile
compileall.compile_dir("game", stripdir="game", quiet=2, workers=1,
                       invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
with zipfile.ZipFile("compiled.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
    for folder, folders, names in os.walk("game"):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(folder, name)
            place = zipfile.ZipInfo(os.path.relpath(path, "game"), (1980, 1, 1, 0, 0, 0))
            with open(path, "rb") as file:
                archive.writestr(place, file.read(), zipfile.ZIP_DEFLATED)
`;

/** The archive of the game with its compiled modules. */
async function compile(game) {
  const python = await loadPyodide({ indexURL: PYODIDE });
  python.unpackArchive(new Uint8Array(game), "zip", { extractDir: "game" });
  python.runPython(COMPILE);
  return python.FS.readFile("compiled.zip");
}

const folder = join(PAGES, "assets", process.env.VITE_PYTHON);
mkdirSync(folder, { recursive: true });
for (const name of ["pyodide.mjs", "pyodide.asm.mjs", "python_stdlib.zip"]) {
  copyFileSync(join(PYODIDE, name), join(folder, name));
}
writeFileSync(join(folder, "game.zip"), await compile(readFileSync(join(MADE, "game.zip"))));
for (const name of readdirSync(MADE).filter((one) => one.startsWith("first_answers."))) {
  copyFileSync(join(MADE, name), join(folder, name));
}
// Packed, with a name no host takes for something to unpack: by far the largest file, and many hosts
// would send it as it is.
const wasm = readFileSync(join(PYODIDE, "pyodide.asm.wasm"));
writeFileSync(join(folder, "pyodide.asm.wasm.packed"), gzipSync(wasm, { level: 9 }));
// The packages that Pyodide could fetch from elsewhere; the game brings its own.
const { info } = JSON.parse(readFileSync(join(PYODIDE, "pyodide-lock.json"), "utf8"));
writeFileSync(join(folder, "pyodide-lock.json"), JSON.stringify({ info, packages: {} }));

copyFileSync(at("../../LICENSE"), join(PAGES, "LICENSE.txt"));
await makeInstallable(PAGES);
