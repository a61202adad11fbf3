import { addDays, formatDay, formatLongDay, isCalendarDay } from "#shared/formats/dates.ts";

/** Entered for each paper; the rest comes from the record. */
const enteredFields = ["diagnosis", "days", "from", "to", "purpose", "findings", "remarks"] as const;
export type EnteredField = (typeof enteredFields)[number];

/** The fields of templates, in the order of the editor's buttons, with their labels. */
export const templateFields = {
  patient: "Patient",
  age: "Age",
  sex: "Sex",
  address: "Address",
  date: "Date",
  visit: "Last visit",
  diagnosis: "Diagnosis",
  days: "Days",
  from: "From",
  to: "To",
  purpose: "Purpose",
  findings: "Findings",
  remarks: "Remarks",
} as const;
export type TemplateField = keyof typeof templateFields;

/** "{patient}, {age}, …", for a message. */
export const knownFields = Object.keys(templateFields)
  .map((name) => `{${name}}`)
  .join(", ");

const named = /\{[^\S\n]*(\w{1,20})[^\S\n]*\}/g;
const braced = /\{([^{}\n]*)\}/g;
const isField = (name: string): name is TemplateField => Object.hasOwn(templateFields, name);

/** The content of the first braces that name no field, for a message. */
export const unknownFieldIn = (body: string): string | null =>
  [...body.matchAll(braced)].map(([, name = ""]) => name.trim()).find((name) => !isField(name)) ?? null;

/** The entered fields in a template, in the order of the form. */
export function fieldsIn(body: string): EnteredField[] {
  const found = new Set([...body.matchAll(named)].map(([, name]) => name));
  return enteredFields.filter((name) => found.has(name));
}

const periodFields = ["days", "from", "to"] as const satisfies readonly EnteredField[];
const requestFields = ["tests", "otherTests", "impression", "fasting", "neededOn", "remarks"] as const;

/** The entered fields that a paper prints; a request has no template. Of a period each of the three tells the others. */
export function printedFields(
  body: string | null,
): readonly (EnteredField | (typeof requestFields)[number])[] {
  if (body === null) return requestFields;
  const found = fieldsIn(body);
  return periodFields.some((name) => found.includes(name)) ? [...found, ...periodFields] : found;
}

/**
 * The filled paragraphs of a template. A line with an empty field is not printed, so that one wording works with and
 * without it.
 */
export function filled(body: string, values: Readonly<Partial<Record<TemplateField, string>>>): string[] {
  const lines = body.split("\n").map((line) => {
    let isWhole = true;
    const text = line.replace(named, (whole, name: string) => {
      if (!isField(name)) return whole;
      const value = values[name] ?? "";
      if (value === "") isWhole = false;
      return value;
    });
    return { text: isWhole ? text.trimEnd() : "", isDropped: !isWhole };
  });
  const paragraphs: string[][] = [[]];
  for (const { text, isDropped } of lines) {
    if (isDropped) continue;
    if (text === "") paragraphs.push([]);
    else paragraphs.at(-1)?.push(text);
  }
  return paragraphs.map((paragraph) => paragraph.join("\n")).filter(Boolean);
}

export type Period = { days: number | null; from: string | null; to: string | null };

/** Computes the third of days, first and last day; days alone start on the paper's day. */
export function wholePeriod({ days, from, to }: Period, day: string): Period {
  const begins = from ?? (days !== null && to === null ? day : null);
  if (days !== null && begins !== null) return { days, from: begins, to: to ?? addDays(begins, days - 1) };
  if (days !== null && to !== null) return { days, from: addDays(to, 1 - days), to };
  if (begins !== null && to !== null && begins <= to) return { days: daysFrom(begins, to), from: begins, to };
  return { days, from: begins, to };
}

const daysFrom = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;

/** Maximum days of rest of a certificate. */
export const MOST_DAYS = 365;

/** The problem with the entered days, or null. */
export function periodProblem({ days, from, to }: Period): { field: "days" | "to"; message: string } | null {
  if (from === null || to === null) return null;
  if (to < from) return { field: "to", message: "The last day is before the first" };
  if (daysFrom(from, to) > MOST_DAYS)
    return { field: "to", message: `Enter a last day at most ${MOST_DAYS} days from the first` };
  if (days !== null && days !== daysFrom(from, to))
    return { field: "days", message: `From the first to the last day it is ${inDays(daysFrom(from, to))}` };
  return null;
}

/** What the built-in certificates cannot do without; a paper that states nothing is not issued. */
const required: Partial<Record<string, { field: EnteredField; message: string }>> = {
  medical_certificate: { field: "diagnosis", message: "Enter the diagnosis" },
  fit_to_work: { field: "diagnosis", message: "Enter the diagnosis" },
  fit_to_school: { field: "diagnosis", message: "Enter the diagnosis" },
  clearance_employment: { field: "purpose", message: "Enter the employer and position" },
  clearance_surgery: { field: "purpose", message: "Enter the procedure" },
};

/**
 * The first field of a certificate that must still be filled, or null. A clinic's own wording needs one of its fields.
 * What is entered needs the other fields of its line, without which the line would not be printed.
 */
export function missingIn(
  kind: string,
  body: string,
  entered: Readonly<Partial<Record<EnteredField, unknown>>>,
): { field: EnteredField; message: string } | null {
  const need = required[kind];
  if (need && !entered[need.field]) return need;
  const [first, ...others] = fieldsIn(body);
  if (!need && first && ![first, ...others].some((name) => entered[name]))
    return { field: first, message: others.length > 0 ? "Fill in one of the fields" : "Fill in this field" };
  return missingBeside(body, entered);
}

function missingBeside(
  body: string,
  entered: Readonly<Partial<Record<EnteredField, unknown>>>,
): { field: EnteredField; message: string } | null {
  // Days alone begin on the paper's day.
  const isWholePeriod = Boolean(entered.days || (entered.from && entered.to));
  const isPeriod = (name: EnteredField) => periodFields.some((one) => one === name);
  const isFilled = (name: EnteredField) => Boolean(entered[name]) || (isWholePeriod && isPeriod(name));
  const lines = body.split("\n").map(fieldsIn);
  const printed = new Set(lines.filter((line) => line.every(isFilled)).flat());
  const line = lines.find((names) => names.some((name) => entered[name] && !printed.has(name)));
  const field = line?.find((name) => !isFilled(name));
  if (!field) return null;
  return {
    field,
    message: isPeriod(field)
      ? "Enter the days, or the first day and the last one"
      : "Fill in this field as well: its line is printed as a whole",
  };
}

export const isRequired = (kind: string, field: EnteredField): boolean => required[kind]?.field === field;

/** Whether a wording tells when the patient was seen. */
export const tellsVisit = (body: string): boolean =>
  [...body.matchAll(named)].some(([, name]) => name === "visit");

/** Why a clinic's wording that tells the last visit is not issued. */
export const unseenOn = (day: string): string =>
  `This paper has the date of the last visit, and no consultation is recorded up to ${formatDay(day)}. Record it first.`;

/** "1 day", "3 days". */
export const inDays = (days: number): string => `${days} ${days === 1 ? "day" : "days"}`;

export const longDay = (day: string | null): string => (day && isCalendarDay(day) ? formatLongDay(day) : "");
