import { expect, test } from "vitest";
import type { Role } from "./permissions.ts";
import { answersFor } from "./who-answers.ts";

test.each<[role: Role, authorId: number | null, doctorId: number | null, answers: boolean]>([
  ["owner", null, null, true],
  ["owner", 8, null, true],
  ["owner", 8, 7, true],
  ["owner", 8, 9, false],
  ["owner", 7, 9, true],
  ["doctor", 8, null, true],
  ["doctor", 8, 7, true],
  ["doctor", 8, 9, false],
  ["doctor", 7, 9, true],
  ["staff", 7, null, true],
  ["staff", 7, 9, true],
  ["staff", 8, null, false],
  ["secretary", null, null, false],
])(
  "a user 7 who is %s answers for an entry of %s with the doctor %s: %s",
  (role, authorId, doctorId, answers) => {
    expect(answersFor({ userId: 7, role }, { authorId, doctorId })).toBe(answers);
  },
);
