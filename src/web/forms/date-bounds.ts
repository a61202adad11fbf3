import {
  type DayField,
  type DaysAround,
  daysAccepted,
  earlyWords,
  lateWords,
  unusualDay,
} from "#shared/formats/day-bounds.ts";

/** The properties of a DateInput for a day of a record: what the server refuses, and what to ask about. */
export function dateBounds(field: DayField, around: DaysAround) {
  const { from, to } = daysAccepted(field, around);
  return {
    min: from,
    max: to,
    whenEarly: earlyWords(from, around),
    whenLate: lateWords(field, to, around),
    unusual: (day: string) => unusualDay(field, day, around),
  };
}
