import { expect, test } from "vitest";
import { type CustomFieldType, checkCustomValue } from "./custom-fields.ts";

const check = (fieldType: CustomFieldType, typed: string) =>
  checkCustomValue({ fieldName: "X", fieldType, fieldOptions: ["O+", "AB-"] }, typed);

test.each<[CustomFieldType, string, string]>([
  ["text", "  Zapatera ", "Zapatera"],
  ["text", "   ", ""],
  ["number", "1,250.50", "1250.50"],
  ["number", "-3", "-3"],
  ["number", "+7", "7"],
  ["date", "2026-02-28", "2026-02-28"],
  ["choice", "AB-", "AB-"],
])("%s takes %j as %j", (type, typed, value) => {
  expect(check(type, typed)).toEqual({ value });
});

test.each<[CustomFieldType, string]>([
  ["text", "x".repeat(1001)],
  ["number", "12,50"],
  ["number", "0,500"],
  ["number", "ten"],
  ["number", "1e9"],
  ["number", "1".repeat(21)],
  ["date", "2026-02-30"],
  ["date", "02/28/2026"],
  ["choice", "ab-"],
])("%s refuses %j", (type, typed) => {
  expect(check(type, typed).problem).toEqual(expect.any(String));
});
