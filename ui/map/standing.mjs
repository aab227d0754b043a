// Where things stand on the board, for every place: the header (arms, name, scoreboard), the label it
// becomes on a small map, the groups of the five colours, the Grandes' row and the King. Tests hold
// that nothing overlaps, and that everybody's feet are in their region.

/** Sizes in map units; the browser reads them from the made map. */
export const MEASURES = {
  caballero: [26, 31],
  /** How far the next caballero of a group stands from the one before, and how many are drawn. */
  step: 6,
  shown: 5,
  group: [56, 38],
  grande: [36, 44],
  grandeStep: 12,
  grandes: [84, 45],
  king: [37, 52],
  header: [112, 48],
};

const header = (x, y, width = MEASURES.header[0]) => [x, y, width, MEASURES.header[1]];

export const STANDING = {
  galicia: {
    header: header(86, 44),
    label: [86, 40, 236, 40],
    groups: [
      [125, 159],
      [180, 156],
      [142, 199],
      [208, 195],
      [201, 232],
    ],
    grandes: [145, 116],
    king: [227, 134],
  },
  navarra: {
    header: header(462, 74),
    label: [408, 36, 150, 62],
    groups: [
      [433, 124],
      [522, 166],
      [579, 159],
      [524, 204],
      [579, 207],
    ],
    grandes: [364, 115],
    king: [296, 122],
  },
  aragon: {
    header: header(622, 201),
    label: [606, 92, 150, 62],
    groups: [
      [680, 180],
      [613, 321],
      [673, 337],
      [618, 363],
      [629, 402],
    ],
    grandes: [639, 281],
    king: [703, 290],
  },
  cataluna: {
    header: header(800, 334),
    label: [766, 334, 150, 60],
    groups: [
      [763, 250],
      [836, 250],
      [815, 288],
      [760, 304],
      [738, 344],
    ],
    grandes: [808, 209],
    king: [886, 222],
  },
  castilla: {
    header: header(331, 174, 150),
    label: [254, 155, 240, 62],
    groups: [
      [445, 245],
      [311, 256],
      [382, 262],
      [341, 308],
      [402, 308],
    ],
    grandes: [302, 352],
    king: [499, 280],
  },
  toledo: {
    header: header(346, 421, 150),
    label: [289, 410, 240, 62],
    groups: [
      [351, 502],
      [423, 506],
      [480, 502],
      [440, 542],
      [495, 539],
    ],
    grandes: [270, 505],
    king: [557, 479],
  },
  valencia: {
    header: header(722, 424),
    label: [718, 424, 108, 58],
    groups: [
      [669, 440],
      [656, 476],
      [701, 522],
      [646, 535],
      [623, 620],
    ],
    grandes: [619, 580],
    king: [691, 393],
  },
  sevilla: {
    header: header(112, 706),
    label: [86, 706, 150, 62],
    groups: [
      [266, 627],
      [325, 628],
      [381, 626],
      [286, 671],
      [341, 664],
    ],
    grandes: [353, 586],
    king: [220, 640],
  },
  granada: {
    header: header(424, 752),
    label: [352, 756, 250, 42],
    groups: [
      [454, 645],
      [511, 646],
      [399, 693],
      [456, 694],
      [511, 687],
    ],
    grandes: [471, 597],
    king: [559, 672],
  },
  castillo: {
    header: header(782, 694),
    label: [776, 692, 124, 60],
    groups: [
      [809, 592],
      [867, 592],
      [809, 632],
      [867, 632],
      [838, 672],
    ],
    grandes: [838, 548],
    king: [850, 499],
  },
  france: {
    header: header(700, 34),
    label: header(690, 36),
    groups: [],
    grandes: [800, 110],
    king: [800, 110],
  },
  portugal: {
    header: header(92, 400),
    label: header(98, 400),
    groups: [],
    grandes: [150, 480],
    king: [150, 480],
  },
};

/** The middle of the pieces: where a place is pressed, and where its keyboard focus sits. */
export function heart({ groups, king }) {
  if (groups.length === 0) return king;
  const mean = (axis) => Math.round(groups.reduce((sum, at) => sum + at[axis], 0) / groups.length);
  return [mean(0), mean(1)];
}
