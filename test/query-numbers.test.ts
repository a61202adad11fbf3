import { expect, it } from "vitest";
import * as z from "zod/mini";
import { endpoints, nameOf } from "./endpoints.ts";

/** Query fields that become numbers. */
const numbers = endpoints.flatMap(({ query, ...endpoint }) =>
  query instanceof z.ZodMiniObject
    ? Object.entries(query.shape).flatMap(([name, schema]) => {
        const field = schema as z.ZodMiniType;
        return typeof field.safeParse("10").data === "number"
          ? [[`${name} of ${nameOf(endpoint)}`, field] as const]
          : [];
      })
    : [],
);

it.each(numbers)("%s accepts only plain decimal digits", (_, field) => {
  expect(field.safeParse("10")).toMatchObject({ data: 10 });
  const refused = [
    "0x10",
    "0b101",
    "0o17",
    "1e1",
    "1E1",
    " 10",
    "10 ",
    "+10",
    "-10",
    "10.0",
    "10.",
    "010",
    "",
  ];
  for (const typed of [...refused, "１０", "1_0", "1,0", "10n", "NaN", "Infinity", "9".repeat(400), ["10"]])
    expect(field.safeParse(typed).success, JSON.stringify(typed)).toBe(false);
});

it("finds the fields", () => {
  expect(numbers.length).toBeGreaterThan(20);
});
