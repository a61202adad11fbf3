import {
  mostRows,
  type Pregnancy,
  type PregnancyChanges,
  PregnancyDraft,
} from "#features/pregnancies/contract.ts";
import { withPersonFollowed } from "#features/results/server/follow-person.ts";
import { changedNow } from "#server/database/changed-now.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { requireVersion } from "#server/http/if-match.ts";
import { isCorrection, requireAuthor, staysMistake } from "#server/patient/corrections.ts";
import { lockPatient, requireRoom } from "#server/patient/patient-rows.ts";
import { ageInMonths } from "#shared/clinical/age.ts";
import { Failure } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { withoutUndefined } from "#shared/without-undefined.ts";
import { findOnly, findPregnancy, readPregnancies } from "./pregnancy-rows.ts";
import { checked, type Entered, requireApart, YOUNGEST_YEARS } from "./pregnancy-rules.ts";

const fields = Object.keys(PregnancyDraft.shape) as (keyof Entered)[];

/** What of a pregnancy is entered; what is missing is null. */
const enteredOf = (row: PregnancyDraft) =>
  Object.fromEntries(fields.map((field) => [field, row[field] ?? null])) as Entered;

type Woman = Awaited<ReturnType<typeof lockPatient>>;

function requireWoman({ sex, ...born }: Woman, today: string): void {
  if (sex !== "F")
    throw new Failure(
      "unusable",
      "Pregnancies are recorded for women. Correct the sex under Edit if it is wrong.",
    );
  if ((ageInMonths(born, today) ?? Number.POSITIVE_INFINITY) < YOUNGEST_YEARS * 12)
    throw new Failure(
      "unusable",
      `Pregnancies are recorded from ${YOUNGEST_YEARS} years of age on. Correct the age or birthday under Edit if it is wrong.`,
    );
}

/** One open pregnancy, and one row that counts the earlier ones. */
async function requireOnly(
  clinic: ClinicScope,
  patientId: number,
  state: Pregnancy["state"],
  except = 0,
): Promise<void> {
  if (state !== "open" && state !== "earlier") return;
  const current = await findOnly(clinic, patientId, state);
  if (!current || current.id === except) return;
  throw new Failure(
    "taken",
    state === "open"
      ? "A pregnancy is open already. Record how it ended first."
      : "Earlier pregnancies are counted already. Change that row instead.",
    { current },
  );
}

async function requireApartFromOthers(
  clinic: ClinicScope,
  patientId: number,
  { state, row, id = 0 }: { state: Pregnancy["state"]; row: Entered; id?: number },
): Promise<void> {
  if (state !== "open" && state !== "ended") return;
  const rows = await readPregnancies(clinic, patientId);
  requireApart(
    row,
    rows.filter((other) => other.id !== id && (other.state === "ended" || other.state === "open")),
  );
}

function stateOfNew(entered: Entered): Pregnancy["state"] {
  const { lmp, edc, outcome, endedOn, term, preterm, abortions, living } = entered;
  if (outcome !== null || endedOn !== null) return "ended";
  const isCount =
    lmp === null && edc === null && [term, preterm, abortions, living].some((one) => one !== null);
  return isCount ? "earlier" : "open";
}

/** In a transaction that locks the patient. Results are judged by the pregnancy, too. */
const savedFor = (
  clinic: ClinicScope,
  patientId: number,
  now: Date,
  save: (joined: ClinicScope, patient: Woman) => Promise<Pregnancy>,
): Promise<Pregnancy> =>
  clinic.transaction(async (joined) => {
    const patient = await lockPatient(joined, patientId);
    return withPersonFollowed(joined, [patientId], now, () => save(joined, patient));
  });

export function insertPregnancy(
  clinic: ClinicScope,
  patientId: number,
  draft: PregnancyDraft,
  now: Date,
): Promise<Pregnancy> {
  return savedFor(clinic, patientId, now, async (joined, patient) => {
    requireWoman(patient, manilaDay(now));
    const entered = enteredOf(draft);
    const state = stateOfNew(entered);
    const row = checked(state, entered, {
      today: manilaDay(now),
      birthday: patient.birthday,
      isRedated: true,
      isEndedAnew: true,
    });
    await requireOnly(joined, patientId, state);
    await requireApartFromOthers(joined, patientId, { state, row });
    await requireRoom(joined, "pregnancies", patientId, {
      most: mostRows,
      refusal: `A record holds ${mostRows} pregnancies at most.`,
    });
    const at = now.toISOString();
    const { id } = await joined.db
      .insertInto("pregnancies")
      .values({
        clinicId: joined.id,
        patientId,
        state,
        ...row,
        recordedById: joined.userId,
        recordedAt: at,
        updatedAt: at,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return findPregnancy(joined, patientId, id);
  });
}

export function updatePregnancy(
  clinic: ClinicScope,
  { patientId, id }: { patientId: number; id: number },
  { state: sent, ...changes }: PregnancyChanges,
  { now, version }: { now: Date; version: number | null },
): Promise<Pregnancy> {
  return savedFor(clinic, patientId, now, async (joined, patient) => {
    const before = await findPregnancy(joined, patientId, id);
    requireVersion(before, version);
    if (staysMistake(before, { state: sent }))
      throw new Failure("unusable", "This was entered in error. Press Use Again before you change it.");
    if (isCorrection(before, { state: sent }, [])) await requireAuthor(joined, before);
    const after = enteredOf({ ...before, ...withoutUndefined(changes) });
    const state = sent ?? (before.state === "open" && after.outcome !== null ? "ended" : before.state);
    if (state !== "entered_in_error" && state !== before.state) requireWoman(patient, manilaDay(now));
    const isRedated = state !== before.state || after.lmp !== before.lmp || after.edc !== before.edc;
    const row = checked(state, after, {
      today: manilaDay(now),
      birthday: patient.birthday,
      isRedated,
      isEndedAnew: isRedated || after.outcome !== before.outcome || after.endedOn !== before.endedOn,
    });
    await requireOnly(joined, patientId, state, id);
    const isMoved = (["lmp", "edc", "endedOn"] as const).some((field) => row[field] !== before[field]);
    if (isMoved || state !== before.state)
      await requireApartFromOthers(joined, patientId, { state, row, id });
    await joined.db
      .updateTable("pregnancies")
      .set({ state, ...row, ...changedNow(now) })
      .where("clinicId", "=", joined.id)
      .where("patientId", "=", patientId)
      .where("id", "=", id)
      .execute();
    return findPregnancy(joined, patientId, id);
  });
}
