import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { ResultDraft, ResultValue } from "#features/results/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import type { Kit } from "#server/kit.ts";
import { hasTime } from "#shared/clinical/results/collected.ts";
import { analytes } from "#shared/clinical/results/panels.ts";
import { unitNamed } from "#shared/clinical/results/values.ts";
import { Failure } from "#shared/errors.ts";
import { formatDay, isCalendarDay, manilaDay, manilaDayRange } from "#shared/formats/dates.ts";
import { fold } from "#shared/formats/name-search.ts";

/** For how long the same user is not asked about the same result again. */
const ONCE_IN_MS = 10 * 60_000;

/**
 * A paper is easily entered twice: by the secretary and by the doctor. All of a result's values that the patient has of
 * that day already are refused once (409 `unlikely`): whoever sends them again means another specimen.
 */
export async function askAboutSame(
  kit: Pick<Kit, "consumeRateLimit">,
  clinic: ClinicScope,
  patientId: number,
  { panel, collectedAt, laboratory, values }: ResultDraft,
): Promise<void> {
  const at = new Date(isCalendarDay(collectedAt) ? manilaDayRange(collectedAt).start : collectedAt);
  const day = manilaDay(at);
  const { start, end } = manilaDayRange(day);
  const ofDay = await clinic.db
    .selectFrom("results")
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId)
    .where("panel", "=", panel)
    .where("collectedAt", ">=", start.toISOString())
    .where("collectedAt", "<", end.toISOString())
    .where("resultState", "<>", sql.lit("entered_in_error"))
    .select(["id", "collectedAt", "laboratory", sql<ResultValue[]>`result_values`.as("values")])
    .orderBy("id")
    .execute();
  const sent = values.filter(({ value }) => value !== "");
  const isSame = (stored: (typeof ofDay)[number]) =>
    areOneTime(at, new Date(stored.collectedAt)) &&
    (!laboratory || !stored.laboratory || fold(laboratory) === fold(stored.laboratory)) &&
    sent.every((value) => isAmong(value, stored.values));
  const same = sent.length === 0 ? [] : ofDay.filter(isSame);
  if (same.length === 0) return;
  const what = createHash("sha256")
    .update(JSON.stringify([same.map(({ id }) => id), sent]))
    .digest("base64url");
  const key = `same result ${clinic.id} ${clinic.userId} ${what}`;
  if ((await kit.consumeRateLimit(key, ONCE_IN_MS, 1)).current > 1) return;
  const words = `These values of ${formatDay(day)} are already recorded. Save again only if they are of another specimen.`;
  throw new Failure("unlikely", words, { fields: { collectedAt: words } });
}

/** A day alone may be of any time. */
const areOneTime = (one: Date, other: Date) => !hasTime(one) || !hasTime(other) || +one === +other;

function isAmong(
  { analyte, value, unit }: ResultDraft["values"][number],
  stored: readonly ResultValue[],
): boolean {
  const test = analytes.get(analyte);
  const known = test?.kind === "number" && unit ? unitNamed(test, unit) : null;
  const named = (known?.name ?? unit) || null;
  return stored.some(
    (each) =>
      each.analyte === analyte &&
      isSameValue(each.value, value) &&
      (unit === undefined || named === (each.unit || null)),
  );
}

/** "250" and "250.0"; words in any case. */
const isSameValue = (one: string, other: string) =>
  one.toLowerCase() === other.toLowerCase() || (one !== "" && Number(one) === Number(other));
