import { sql } from "kysely";
import type {
  Immunization,
  ImmunizationChanges,
  ImmunizationDraft,
} from "#features/immunizations/contract.ts";
import { nameOfUser } from "#server/auth/user-name.ts";
import { changedNow } from "#server/database/changed-now.ts";
import { ownOf } from "#server/database/confidential.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { requireVersion } from "#server/http/if-match.ts";
import { isCorrection, requireAuthor, staysMistake } from "#server/patient/corrections.ts";
import { lockPatient, requireRoom } from "#server/patient/patient-rows.ts";
import { rowsOfPatient } from "#server/patient/require-patient.ts";
import { requireDay } from "#server/require-day.ts";
import { areRepeats } from "#shared/clinical/immunization/due.ts";
import { doseInName, isProduct, scheduledName } from "#shared/clinical/immunization/schedule.ts";
import { Failure, invalidField, notFound } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { withoutUndefined } from "#shared/without-undefined.ts";

const MOST = 500;

const rowsOf = (clinic: ClinicScope, patientId: number) =>
  clinic.db
    .selectFrom("immunizations")
    .select([
      "id",
      "patientId",
      "clinicId",
      "vaccine",
      "dose",
      "date",
      "brand",
      "lot",
      "site",
      "isElsewhere",
      sql<Immunization["state"]>`state`.as("state"),
      nameOfUser(clinic, "immunizations.created_by_id").as("recordedBy"),
      ownOf(clinic, "immunizations", "created_by_id"),
      "createdAt",
      "version",
    ])
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId);

export const listImmunizations = (clinic: ClinicScope, patientId: number): Promise<Immunization[]> =>
  rowsOfPatient(
    clinic,
    patientId,
    rowsOf(clinic, patientId).orderBy("date", "desc").orderBy("id", "desc").limit(MOST).execute(),
  );

async function findDose(clinic: ClinicScope, patientId: number, id: number): Promise<Immunization> {
  return rowsOf(clinic, patientId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow(() => notFound("Dose"));
}

/** A scheduled dose is given once, and again if it was too early; others, like influenza each year, once a day. */
async function requireNew(
  clinic: ClinicScope,
  patientId: number,
  { birthday, sex }: Awaited<ReturnType<typeof lockPatient>>,
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

/** Under the schedule's name; a product that was typed for it becomes the brand. */
function named({ vaccine, dose, brand = null }: Pick<ImmunizationDraft, "vaccine" | "dose" | "brand">) {
  const number = doseInName(vaccine);
  if (number !== null && number !== dose)
    throw invalidField(
      "dose",
      `${vaccine} says dose ${number}. Enter this number, or the vaccine without it.`,
    );
  const name = scheduledName(vaccine);
  return { vaccine: name ?? vaccine, brand: brand ?? (name !== null && isProduct(vaccine) ? vaccine : null) };
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
    const { vaccine, brand } = named(draft);
    await requireNew(joined, patientId, patient, { ...draft, vaccine }, null);
    await requireRoom(joined, "immunizations", patientId, {
      most: MOST,
      refusal: `A record holds ${MOST} doses at most.`,
    });
    const at = now.toISOString();
    const { id } = await joined.db
      .insertInto("immunizations")
      .values({
        clinicId: joined.id,
        patientId,
        ...withoutUndefined(draft),
        vaccine,
        brand,
        createdById: joined.userId,
        createdAt: at,
        updatedAt: at,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return findDose(joined, patientId, id);
  });
}

export function updateImmunization(
  clinic: ClinicScope,
  { patientId, id }: { patientId: number; id: number },
  changes: ImmunizationChanges,
  { now, version }: { now: Date; version: number | null },
): Promise<Immunization> {
  return clinic.transaction(async (joined) => {
    const before = await findDose(joined, patientId, id);
    requireVersion(before, version);
    if (staysMistake(before, changes))
      throw new Failure("unusable", "This dose was entered in error. Press Use Again before you change it.");
    if (isCorrection(before, changes, ["vaccine", "dose", "date", "brand", "lot", "site", "isElsewhere"]))
      await requireAuthor(joined, before);
    const after = { ...before, ...withoutUndefined(changes) };
    const { vaccine, brand } = changes.vaccine === undefined ? after : named(after);
    const patient = await lockPatient(joined, patientId);
    requireDay("vaccineDose", after.date, "date", { today: manilaDay(now), birthday: patient.birthday });
    if (after.state === "given") await requireNew(joined, patientId, patient, { ...after, vaccine }, before);
    await joined.db
      .updateTable("immunizations")
      .set({
        ...withoutUndefined(changes),
        ...(changes.vaccine !== undefined && { vaccine, brand }),
        ...changedNow(now),
      })
      .where("clinicId", "=", joined.id)
      .where("patientId", "=", patientId)
      .where("id", "=", id)
      .execute();
    return findDose(joined, patientId, id);
  });
}
