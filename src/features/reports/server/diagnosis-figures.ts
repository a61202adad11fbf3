import { sql } from "kysely";
import { wordsOfCodes } from "#features/diagnoses/server/words-of-codes.ts";
import type { DiagnosisFigures } from "#features/reports/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { manilaDay, manilaDayRange, type Period, startOfPeriod } from "#shared/formats/dates.ts";

type Counted = { code: string | null; count: number; first: number };

/** The limit of codes on the screen, and in a file, which exceeds the length of ICD-10. */
export const MOST_SHOWN = 20;
export const MOST_EXPORTED = 20_000;

/**
 * How often each code was diagnosed. A consultation whose diagnosis was given as text alone has no rows of its own and
 * counts once as not coded.
 */
export async function readDiagnosisFigures(
  clinic: ClinicScope,
  { period, practitionerId }: { period: Period; practitionerId?: number | undefined },
  now: Date,
  most: number,
): Promise<DiagnosisFigures> {
  const today = manilaDay(now);
  const from = startOfPeriod(period, today);
  const fromDay = from === null ? sql`` : sql`and day >= ${from}::date`;
  const fromInstant =
    from === null ? sql`` : sql`and created_at >= ${manilaDayRange(from).start.toISOString()}::timestamptz`;
  const ofDoctor = practitionerId === undefined ? sql`` : sql`and practitioner_id = ${practitionerId}`;
  const ofDoctorsNote =
    practitionerId === undefined
      ? sql``
      : sql`and exists (select from consultations c where c.clinic_id = d.clinic_id and c.id = d.consultation_id ${ofDoctor})`;
  const { rows } = await sql<{ consultations: number; rows: Counted[] | null }>`
    with counted as (
      select code, count(*)::integer as count, count(*) filter (where position = 1)::integer as first
      from consultation_diagnoses d where clinic_id = ${clinic.id} and in_error_at is null ${fromDay} ${ofDoctorsNote}
      group by code)
    select (select count(*)::integer from consultations
            where clinic_id = ${clinic.id} and diagnosis is not null and not is_intake and in_error_at is null ${fromInstant} ${ofDoctor}) as consultations,
           (select jsonb_agg(jsonb_build_object('code', code, 'count', count, 'first', first) order by count desc, code)
            from counted) as rows`.execute(clinic.db);
  const [row] = rows;
  const counted = row?.rows ?? [];
  const withCode = counted.flatMap(({ code, count }) => (code === null ? [] : [{ code, count }]));
  const coded = sum(withCode.map(({ count }) => count));
  const listed = sum(counted.map(({ first }) => first));
  const shown = withCode.slice(0, most);
  const wordsOf = await wordsOfCodes(
    clinic,
    shown.map(({ code }) => code),
  );
  return {
    period,
    from,
    today,
    coded,
    notCoded:
      (counted.find(({ code }) => code === null)?.count ?? 0) +
      Math.max(0, (row?.consultations ?? 0) - listed),
    codes: shown.map(({ code, count }) => ({
      code,
      words: wordsOf.get(code) ?? code,
      count,
      percent: Math.round((1000 * count) / coded) / 10,
    })),
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
