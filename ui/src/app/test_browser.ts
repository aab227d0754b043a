// What modules need of a browser when they are loaded: imported first by tests of such modules.

const still = { matches: false, addEventListener: () => undefined };
Object.assign(globalThis, { matchMedia: () => still, document: { hidden: false } });
Object.defineProperty(globalThis, "navigator", {
  value: { languages: ["en"] },
  configurable: true,
});
