import { expect, test } from "vitest";
import * as z from "zod/mini";
import { optionalLine, requiredLine } from "./fields.ts";

test.each(["\r\n", "\n", "\r", "\v", "\f", "\u0085", "\u2028", "\u2029", "\n\n"])(
  "%j in a field of one line becomes a space",
  (lineBreak) => {
    const typed = `${lineBreak}Reyes, Ana${lineBreak}Bcc: x@y.ph${lineBreak}`;
    for (const field of [requiredLine("Name is required"), optionalLine(255)])
      expect(z.parse(field, typed)).toBe("Reyes, Ana Bcc: x@y.ph");
  },
);

test("invisible and bidirectional characters are removed from one line", () => {
  const typed = "Re\u200byes,\u202e A\u00adna\u{e0061}\ufeff";
  for (const field of [requiredLine("Name is required"), optionalLine(255)])
    expect(z.parse(field, typed)).toBe("Reyes, Ana");
});

test("line breaks alone are no text", () => {
  expect(z.safeParse(requiredLine("Name is required"), "\r\n").error?.issues[0]?.message).toBe(
    "Name is required",
  );
  expect(z.parse(optionalLine(255), "\n")).toBeNull();
});
