// The rules in English, in one piece: loaded only when they are read.

import type { RuleTexts } from "../outline";
import { chapters, play } from "./play";
import { points } from "./points";
import { questions } from "./questions";
import { variants } from "./variants";

const rules: RuleTexts = {
  chapters,
  sections: { ...play, ...points, ...variants, ...questions },
};
export default rules;
