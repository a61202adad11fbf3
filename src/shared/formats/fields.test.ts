import { expect, test } from "vitest";
import * as z from "zod/mini";
import { calendarDay, optionalDay, optionalLine, requiredLine } from "./fields.ts";

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

test.each([
  ["2026-11-20T16:00:00.000Z", "2026-11-21"],
  ["2026-11-20T15:59:59.999Z", "2026-11-20"],
  ["2026-11-20T00:00:00+08:00", "2026-11-20"],
  ["2026-11-20T23:30", "2026-11-20"],
  ["2026-11-20", "2026-11-20"],
])("a day sent as %s is its day in Manila, %s", (sent, day) => {
  expect(z.parse(optionalDay, sent)).toBe(day);
  expect(z.parse(calendarDay, sent)).toBe(day);
});

test("a time that does not exist is no day", () => {
  for (const day of [optionalDay, calendarDay])
    expect(z.safeParse(day, "2026-02-30T10:00:00Z").success).toBe(false);
});
