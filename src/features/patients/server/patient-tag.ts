import type { onePatient, Patient } from "#features/patients/contract.ts";
import type { Context } from "#server/http/serve.ts";
import { manilaDay } from "#shared/formats/dates.ts";

/**
 * `W/"v3-20261120024200000000-2026-11-20"`: the version, which If-Match compares; the time of the last change, which
 * a visit updates without a new version; and the Manila day, on which the age depends.
 */
const patientTag = (patient: Patient, today: string): string =>
  `W/"v${patient.version}-${patient.updatedAt.replace(/\D/g, "")}-${today}"`;

/** The record as an answer, with its tag. */
export function tagged(
  patient: Patient,
  { reply, now }: Pick<Context<typeof onePatient>, "reply" | "now">,
): Patient {
  reply.header("etag", patientTag(patient, manilaDay(now)));
  return patient;
}
