// How far the first round of this browser has come, kept so that one can leave and come back.

import { keep, recall } from "../app/keeping";

const KEY = "first-round";

export interface Course {
  table: string;
  seen: string[];
  isSkipped: boolean;
  isDone: boolean;
}

/** The first round this browser has begun, if any. */
export const keptCourse = (): Course | null => recall<Course | null>(KEY, null);

export const keepCourse = (course: Course): void => keep(KEY, course);

/** The next first round begins at the beginning. */
export const forgetCourse = (): void => keep(KEY, null);
