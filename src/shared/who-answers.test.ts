import { expect, test } from "vitest";
import type { Role } from "./permissions.ts";
import { answersFor } from "./who-answers.ts";

test.each<[role: Role, authorId: number | null, answers: boolean]>([
  ["owner", null, true],
  ["owner", 8, true],
  ["staff", 7, true],
  ["staff", 8, false],
  ["secretary", null, false],
])("a user 7 who is %s answers for an entry of %s: %s", (role, authorId, answers) => {
  expect(answersFor({ userId: 7, role }, authorId)).toBe(answers);
});
