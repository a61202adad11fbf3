import { invalidField } from "#shared/errors.ts";
import { type DayField, type DaysAround, dayProblem } from "#shared/formats/day-bounds.ts";

/** @throws Failure at the field `name` for a Manila day that a record does not accept */
export function requireDay(field: DayField, day: string, name: string, around: DaysAround): void {
  const problem = dayProblem(field, day, around);
  if (problem !== null) throw invalidField(name, problem);
}
