import type { ClinicScope } from "#server/database/db.ts";
import { pageIsGone } from "#server/http/cursor.ts";
import { Failure, notFound } from "#shared/errors.ts";
import { selectPatient } from "./select-patient.ts";

const findPatient = (clinic: ClinicScope, id: number) =>
  selectPatient(clinic, id).select("isArchived").executeTakeFirst();

export const isPatientHere = async (clinic: ClinicScope, id: number): Promise<boolean> =>
  (await findPatient(clinic, id)) !== undefined;

/** 404 unless the patient is of this clinic. */
export async function requirePatient(clinic: ClinicScope, id: number): Promise<void> {
  if (!(await isPatientHere(clinic, id))) throw notFound("Patient");
}

/** What was read of a patient; if that is nothing, 404 unless the patient is of this clinic. */
export async function rowsOfPatient<Row>(
  clinic: ClinicScope,
  id: number,
  rows: Promise<Row[]>,
): Promise<Row[]> {
  const read = await rows;
  if (read.length === 0) await requirePatient(clinic, id);
  return read;
}

/** An archived patient is neither expected nor billed. */
export function refuseArchived({ isArchived }: { isArchived: boolean }): void {
  if (isArchived) throw new Failure("unusable", "This patient is archived. Retrieve the patient first.");
}

/** 404 unless the patient is an active one of this clinic. */
export async function requireActivePatient(clinic: ClinicScope, id: number): Promise<void> {
  const patient = await findPatient(clinic, id);
  if (!patient) throw notFound("Patient");
  refuseArchived(patient);
}

/** The next page begins after a patient: one who was deleted meanwhile has no position in a list. */
export async function requireLast(clinic: ClinicScope, id: number): Promise<void> {
  if (!(await isPatientHere(clinic, id))) throw pageIsGone();
}
