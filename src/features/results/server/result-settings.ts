import { sql } from "kysely";
import type { RangeBand, ResultRange, ResultSettings } from "#features/results/contract.ts";
import { nameOfUser } from "#server/auth/user-name.ts";
import type { ClinicScope } from "#server/database/db.ts";
import type { ClinicRange } from "#shared/clinical/results/judge.ts";
import { analytes } from "#shared/clinical/results/panels.ts";
import { notFound } from "#shared/errors.ts";

const mostLaboratories = 100;

export async function readResultSettings(clinic: ClinicScope): Promise<ResultSettings> {
  const [ranges, laboratories] = await Promise.all([listRanges(clinic), listLaboratories(clinic)]);
  return { ranges, laboratories };
}

const selectRanges = (clinic: ClinicScope) =>
  clinic.db
    .selectFrom("resultRanges")
    .where("clinicId", "=", clinic.id)
    .select([
      "analyte",
      sql<RangeBand[]>`bands`.as("bands"),
      "note",
      "changedAt",
      nameOfUser(clinic, "result_ranges.changed_by_id").as("changedByName"),
    ]);

const listRanges = (clinic: ClinicScope): Promise<ResultRange[]> =>
  selectRanges(clinic).where(sql<boolean>`bands <> '[]'`).orderBy("analyte").execute();

const listLaboratories = async (clinic: ClinicScope): Promise<ResultSettings["laboratories"]> =>
  clinic.db
    .selectFrom("laboratories")
    .select(["name", sql<Record<string, string>>`units`.as("units")])
    .where("clinicId", "=", clinic.id)
    .orderBy("usedAt", "desc")
    .orderBy("id", "desc")
    .limit(sql.lit(mostLaboratories))
    .execute();

/** The clinic's own ranges by test. */
export async function ownRanges(clinic: ClinicScope): Promise<Map<string, ClinicRange>> {
  const rows = await clinic.db
    .selectFrom("resultRanges")
    .select(["analyte", sql<RangeBand[]>`bands`.as("bands"), "note"])
    .where("clinicId", "=", clinic.id)
    .execute();
  return new Map(rows.map(({ analyte, bands, note }) => [analyte, { bands, note }]));
}

/** Owner only. Stored results keep their range. */
export async function setRange(
  clinic: ClinicScope,
  analyte: string,
  { bands, note = null }: { bands: RangeBand[]; note?: string | null | undefined },
  now: Date,
): Promise<ResultRange> {
  if (analytes.get(analyte)?.kind !== "number") throw notFound("Test");
  const changed = {
    bands: JSON.stringify(bands),
    note,
    changedById: clinic.userId,
    changedAt: now.toISOString(),
  };
  await clinic.db
    .insertInto("resultRanges")
    .values({ clinicId: clinic.id, analyte, ...changed })
    .onConflict((conflict) => conflict.columns(["clinicId", "analyte"]).doUpdateSet(changed))
    .execute();
  return selectRanges(clinic).where("analyte", "=", analyte).executeTakeFirstOrThrow();
}

/** The units that a laboratory last printed. */
export async function unitsOf(clinic: ClinicScope, laboratory: string): Promise<Record<string, string>> {
  const row = await clinic.db
    .selectFrom("laboratories")
    .select(sql<Record<string, string>>`units`.as("units"))
    .where("clinicId", "=", clinic.id)
    .where("name", "=", laboratory)
    .executeTakeFirst();
  return row?.units ?? {};
}

/** Remembers the units for the laboratory's next result. */
export async function rememberUnits(
  clinic: ClinicScope,
  laboratory: string,
  units: Record<string, string>,
  now: Date,
): Promise<void> {
  await clinic.db
    .insertInto("laboratories")
    .values({
      clinicId: clinic.id,
      name: laboratory,
      units: JSON.stringify(units),
      usedAt: now.toISOString(),
    })
    .onConflict((conflict) =>
      conflict.columns(["clinicId", "name"]).doUpdateSet({
        units: sql<string>`laboratories.units || excluded.units`,
        usedAt: sql<string>`excluded.used_at`,
      }),
    )
    .execute();
}
