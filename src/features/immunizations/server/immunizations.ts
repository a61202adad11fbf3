import { sql } from "kysely";
import type {
  Immunization,
  ImmunizationChanges,
  ImmunizationDraft,
} from "#features/immunizations/contract.ts";
import { changedNow } from "#server/database/changed-now.ts";
import { ownOf } from "#server/database/confidential.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { requireVersion } from "#server/http/if-match.ts";
import { requirePatient } from "#server/patient/require-patient.ts";
import { isCorrection, requireAuthor } from "#server/require-author.ts";
import { requireDay } from "#server/require-day.ts";
import { areRepeats } from "#shared/clinical/immunization/due.ts";
import { scheduledName } from "#shared/clinical/immunization/schedule.ts";
import { Failure, notFound } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { withoutUndefined } from "#shared/without-undefined.ts";

const MOST = 500;

const rowsOf = (clinic: ClinicScope) =>
  clinic.db
    .selectFrom("immunizations")
    .leftJoin("users", (join) =>
      join.on("users.clinicId", "=", clinic.id).onRef("users.id", "=", "immunizations.createdById"),
    )
    .select([
      "immunizations.id",
      "immunizations.patientId",
      "immunizations.clinicId",
      "immunizations.vaccine",
      "immunizations.dose",
      "immunizations.date",
      "immunizations.brand",
      "immunizations.lot",
      "immunizations.site",
      "immunizations.isElsewhere",
      sql<Immunization["state"]>`immunizations.state`.as("state"),
      sql<string | null>`nullif(concat_ws(' ', users.first_name, users.last_name), '')`.as("recordedBy"),
      ownOf(clinic, "immunizations", "created_by_id"),
      "immunizations.createdAt",
      "immunizations.version",
    ])
    .where("immunizations.clinicId", "=", clinic.id);

export async function listImmunizations(clinic: ClinicScope, patientId: number): Promise<Immunization[]> {
  const rows = await rowsOf(clinic)
    .where("immunizations.patientId", "=", patientId)
    .orderBy("immunizations.date", "desc")
    .orderBy("immunizations.id", "desc")
    .limit(MOST)
    .execute();
  if (rows.length === 0) await requirePatient(clinic, patientId);
  return rows;
}

const one = (clinic: ClinicScope, patientId: number, id: number): Promise<Immunization> =>
  rowsOf(clinic)
    .where("immunizations.patientId", "=", patientId)
    .where("immunizations.id", "=", id)
    .executeTakeFirstOrThrow();

type Patient = { birthday: string | null; sex: string | null };

/** The patient's row stays locked, so that concurrent requests record a dose once. */
async function lockPatient(clinic: ClinicScope, patientId: number): Promise<Patient> {
  const patient = await clinic.db
    .selectFrom("patients")
    .select(["birthday", "sex"])
    .where("clinicId", "=", clinic.id)
    .where("id", "=", patientId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!patient) throw notFound("Patient");
  return patient;
}

/** A scheduled dose is given once, and again if it was too early; others, like influenza each year, once a day. */
async function requireNew(
  clinic: ClinicScope,
  patientId: number,
  { birthday, sex }: Patient,
  draft: { vaccine: string; dose: number; date: string },
  before: Immunization | null,
): Promise<void> {
  const { vaccine, dose, date } = draft;
  const others = (await listImmunizations(clinic, patientId)).filter(
    ({ id, state }) => state === "given" && id !== before?.id,
  );
  const same = others.filter(
    (one) => one.vaccine.toLowerCase() === vaccine.toLowerCase() && one.dose === dose,
  );
  // A correction that leaves the number leaves what is recorded beside it.
  const isSameNumber = before?.state === "given" && before.vaccine === vaccine && before.dose === dose;
  const mayStand =
    scheduledName(vaccine) === null ||
    isSameNumber ||
    (birthday !== null && areRepeats({ birthday, sex }, draft, [...others, draft]));
  const current = mayStand ? same.find((one) => one.date === date) : same[0];
  if (current)
    throw new Failure("taken", `${current.vaccine} ${dose} is already recorded.`, {
      current,
    });
}

export function insertImmunization(
  clinic: ClinicScope,
  patientId: number,
  draft: ImmunizationDraft,
  now: Date,
): Promise<Immunization> {
  return clinic.transaction(async (joined) => {
    const patient = await lockPatient(joined, patientId);
    requireDay("vaccineDose", draft.date, "date", { today: manilaDay(now), birthday: patient.birthday });
    const vaccine = scheduledName(draft.vaccine) ?? draft.vaccine;
    await requireNew(joined, patientId, patient, { ...draft, vaccine }, null);
    const { count } = await joined.db
      .selectFrom("immunizations")
      .select((db) => db.fn.countAll<number>().as("count"))
      .where("clinicId", "=", joined.id)
      .where("patientId", "=", patientId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MOST) throw new Failure("unusable", `A record holds ${MOST} doses at most.`);
    const at = now.toISOString();
    const { id } = await joined.db
      .insertInto("immunizations")
      .values({
        clinicId: joined.id,
        patientId,
        vaccine,
        dose: draft.dose,
        date: draft.date,
        brand: draft.brand ?? null,
        lot: draft.lot ?? null,
        site: draft.site ?? null,
        isElsewhere: draft.isElsewhere ?? false,
        createdById: joined.userId,
        createdAt: at,
        updatedAt: at,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return one(joined, patientId, id);
  });
}

export function updateImmunization(
  clinic: ClinicScope,
  { patientId, id }: { patientId: number; id: number },
  changes: ImmunizationChanges,
  { now, version }: { now: Date; version: number | null },
): Promise<Immunization> {
  return clinic.transaction(async (joined) => {
    const before = await rowsOf(joined)
      .where("immunizations.patientId", "=", patientId)
      .where("immunizations.id", "=", id)
      .executeTakeFirst();
    if (!before) throw notFound("Dose");
    requireVersion(before, version);
    if (before.state === "entered_in_error" && changes.state !== "given")
      throw new Failure(
        "unusable",
        "This dose was recorded by mistake. Mark it as given before you change it.",
      );
    if (isCorrection(before, changes, ["vaccine", "dose", "date", "brand", "lot", "site", "isElsewhere"]))
      await requireAuthor(joined, "immunizations", id);
    const after = { ...before, ...withoutUndefined(changes) };
    const vaccine = scheduledName(after.vaccine) ?? after.vaccine;
    const patient = await lockPatient(joined, patientId);
    requireDay("vaccineDose", after.date, "date", { today: manilaDay(now), birthday: patient.birthday });
    if (after.state === "given") await requireNew(joined, patientId, patient, { ...after, vaccine }, before);
    await joined.db
      .updateTable("immunizations")
      .set({
        ...withoutUndefined(changes),
        ...(changes.vaccine !== undefined && { vaccine }),
        ...changedNow(now),
      })
      .where("clinicId", "=", joined.id)
      .where("patientId", "=", patientId)
      .where("id", "=", id)
      .execute();
    return one(joined, patientId, id);
  });
}
