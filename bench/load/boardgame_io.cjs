// A boardgame.io server with a trivial game, for comparison: four players count in turn.
// node --expose-gc boardgame_io.cjs PORT, run where boardgame.io is installed.

const { createRequire } = require('node:module');
const path = require('node:path');

const installed = createRequire(path.join(process.cwd(), 'package.json'));
const { Server, Origins } = installed('boardgame.io/server');

const game = {
  name: 'load',
  minPlayers: 4,
  maxPlayers: 4,
  setup: () => ({ count: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    count: ({ G }) => {
      G.count += 1;
    },
  },
};

// Garbage that was not collected yet is not what a table needs.
process.on('SIGUSR2', () => global.gc());
process.on('SIGTERM', () => process.exit(0));

const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
server.run(Number(process.argv[2]));
