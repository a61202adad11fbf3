import type { ClinicScope } from "#server/database/db.ts";

/** The patient's row, of which the caller selects columns. */
export const selectPatient = (clinic: ClinicScope, id: number) =>
  clinic.db.selectFrom("patients").where("clinicId", "=", clinic.id).where("id", "=", id);
