import type { Lesson, Step } from "../../learn/lesson";
import LessonTable from "./LessonTable.svelte";
import LessonPicture from "./LessonPicture.svelte";
import steps from "./lesson.json";

export const lesson: Lesson = {
  steps: steps as unknown[] as Step[],
  Table: LessonTable,
  Picture: LessonPicture,
};
