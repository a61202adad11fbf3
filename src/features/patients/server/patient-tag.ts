import type { Patient } from "#features/patients/contract.ts";

/**
 * `W/"v3-20261120024200000000-2026-11-20"`: the version, which If-Match compares; the time of the last change, which
 * a visit updates without a new version; and the Manila day, on which the age depends.
 */
export const patientTag = (patient: Patient, today: string): string =>
  `W/"v${patient.version}-${patient.updatedAt.replace(/\D/g, "")}-${today}"`;
