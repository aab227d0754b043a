// Texts of the game in the browser alone.
export default {
  solo: {
    what: "Runs entirely in your browser, and works offline after the first visit. Levels above Steady need the full version.",
    here: "Played in your browser alone",
    full: "Get the full version",
    loading: "Loading the game … {percent}",
    starting: "Starting the game …",
    old: "This browser cannot run the game: it has no WebAssembly. Try a newer Chrome, Edge, Firefox or Safari.",
    elsewhere: "The game is open in another tab. Close that tab, and this one goes on.",
    broken:
      "The game did not start. Load the page again; if that does not help, use the full version.",
    unsaved:
      "This browser does not let the page save anything, so games last only until you close it. Outside private mode they are kept.",
    unreadable: {
      one: "A saved game is damaged and cannot be opened; the others are fine.",
      other: "{n} saved games are damaged and cannot be opened; the others are fine.",
    },
    fullTitle: "The full version",
    needed: "This needs the full version",
    neededText:
      "Friends at your table, stronger bots, puzzles, reviews and events need the full version, which runs on your own computer.",
    install: "It needs Python 3.11 or newer. One line in a terminal sets it up and opens the game:",
    fromSource: "in a copy of the project",
    fromWheel: "with a downloaded wheel",
    more: "More about the project",
    back: "Play in the browser",
  },
} as const;
