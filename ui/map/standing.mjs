// Where things stand on the board, set by hand for every place: the header (arms, name, scoreboard),
// the groups of the five colours, the Grandes' row and the King. The test holds that nothing overlaps.

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
    header: header(18, 44),
    groups: [
      [154, 143],
      [212, 143],
      [154, 183],
      [212, 183],
      [154, 223],
    ],
    grandes: [178, 100],
    king: [107, 172],
  },
  navarra: {
    header: header(462, 74),
    groups: [
      [456, 146],
      [516, 162],
      [574, 168],
      [530, 204],
      [588, 208],
    ],
    grandes: [385, 134],
    king: [310, 132],
  },
  aragon: {
    header: header(628, 190),
    groups: [
      [598, 314],
      [656, 314],
      [612, 354],
      [670, 354],
      [632, 394],
    ],
    grandes: [650, 268],
    king: [712, 270],
  },
  cataluna: {
    header: header(800, 334),
    groups: [
      [776, 266],
      [834, 266],
      [766, 306],
      [824, 306],
      [752, 346],
    ],
    grandes: [800, 222],
    king: [884, 236],
  },
  castilla: {
    header: header(330, 172, 150),
    groups: [
      [310, 262],
      [368, 262],
      [426, 262],
      [339, 302],
      [397, 302],
    ],
    grandes: [300, 352],
    king: [500, 280],
  },
  toledo: {
    header: header(341, 424, 150),
    groups: [
      [358, 498],
      [416, 498],
      [474, 498],
      [445, 538],
      [503, 538],
    ],
    grandes: [270, 502],
    king: [550, 470],
  },
  valencia: {
    header: header(722, 424),
    groups: [
      [703, 402],
      [650, 456],
      [652, 496],
      [682, 536],
      [640, 576],
    ],
    grandes: [612, 622],
    king: [702, 449],
  },
  sevilla: {
    header: header(112, 706),
    groups: [
      [274, 628],
      [332, 622],
      [390, 622],
      [290, 668],
      [348, 662],
    ],
    grandes: [376, 578],
    king: [226, 650],
  },
  granada: {
    header: header(424, 752),
    groups: [
      [462, 650],
      [520, 650],
      [406, 694],
      [462, 690],
      [520, 690],
    ],
    grandes: [476, 604],
    king: [569, 676],
  },
  castillo: {
    header: header(854, 670),
    groups: [
      [881, 568],
      [939, 568],
      [881, 608],
      [939, 608],
      [910, 648],
    ],
    grandes: [910, 524],
    king: [872, 462],
  },
  france: { header: header(700, 34), groups: [], grandes: [756, 110], king: [756, 110] },
  portugal: { header: header(92, 400), groups: [], grandes: [150, 480], king: [150, 480] },
};

/** The middle of the pieces: where a place is pressed, and where its keyboard focus sits. */
export function heart({ groups, king }) {
  if (groups.length === 0) return king;
  const mean = (axis) => Math.round(groups.reduce((sum, at) => sum + at[axis], 0) / groups.length);
  return [mean(0), mean(1)];
}
