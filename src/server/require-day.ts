import { Failure, invalidField } from "#shared/errors.ts";
import { formatDay } from "#shared/formats/dates.ts";
import { type DayField, type DaysAround, dayProblem, needsConfirmation } from "#shared/formats/day-bounds.ts";

/** @throws Failure at the field `name` for a Manila day that a record does not accept */
export function requireDay(field: DayField, day: string, name: string, around: DaysAround): void {
  const problem = dayProblem(field, day, around);
  if (problem !== null) throw invalidField(name, problem);
}

/**
 * `what`: "prescription".
 * @throws Failure day_to_confirm for another day than the server's, which may come from a device with a wrong clock
 */
export function requireConfirmedDay(
  field: DayField,
  day: string,
  { today, isConfirmed, what }: { today: string; isConfirmed: boolean | undefined; what: string },
): void {
  if (isConfirmed || !needsConfirmation(field, day, { today })) return;
  const [dated, now] = [formatDay(day), formatDay(today)];
  throw new Failure("day_to_confirm", `The ${what} is dated ${dated}, but today is ${now}. Check the date.`);
}
