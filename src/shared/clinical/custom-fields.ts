import { GROUPED } from "../formats/counts.ts";
import { isCalendarDay } from "../formats/dates.ts";
import { isUsualYear, yearWords } from "../formats/instants.ts";

/** Custom fields of a clinic's patients: a value is text, read by its type. Shared by server and screens. */
export const customFieldTypes = ["text", "number", "date", "choice"] as const;
export type CustomFieldType = (typeof customFieldTypes)[number];

type CustomFieldRule = {
  fieldName: string;
  fieldType: CustomFieldType;
  /** The options of a choice. */
  fieldOptions: readonly string[];
};

export const MAX_CUSTOM_FIELDS = 50;
export const MAX_FIELD_OPTIONS = 50;
const MAX_TEXT = 1000;
const NUMBER = new RegExp(String.raw`^[+-]?(?:${GROUPED}|\d{1,20})(?:\.\d{1,10})?$`);

type CheckedValue = { value: string; problem?: undefined } | { problem: string };

/** The stored form of a value, "" for none: numbers without commas, days as YYYY-MM-DD, choices as spelled in the options. */
export function checkCustomValue({ fieldType, fieldOptions }: CustomFieldRule, typed: string): CheckedValue {
  const text = typed.trim();
  if (text === "") return { value: "" };
  if (fieldType === "number")
    return NUMBER.test(text)
      ? { value: text.replaceAll(",", "").replace(/^\+/, "") }
      : { problem: "Enter a number, like 1250.5" };
  if (fieldType === "date") {
    if (!isCalendarDay(text)) return { problem: "Enter a date that exists, as MM/DD/YYYY" };
    return isUsualYear(text) ? { value: text } : { problem: `Enter a date ${yearWords}` };
  }
  if (fieldType === "choice")
    return fieldOptions.includes(text) ? { value: text } : { problem: "Choose one of the options" };
  return text.length <= MAX_TEXT ? { value: text } : { problem: "Use at most 1,000 characters" };
}

export const requiredMessage = (fieldName: string) => `${fieldName} is required`;
