import type { ClinicScope } from "../database/db.ts";
import { ageTold } from "./age-told.ts";

/** The patient and the clinic at the head of a paper; none of another clinic. */
export const selectHead = (clinic: ClinicScope, patientId: number) =>
  clinic.db
    .selectFrom("patients as p")
    .innerJoin("clinics as c", "c.id", "p.clinicId")
    .select([
      "p.patientName",
      "p.birthday",
      ageTold("p"),
      "p.sex",
      "p.address",
      "c.name as clinicName",
      "c.address as clinicAddress",
      "c.phone as clinicPhone",
    ])
    .where("p.clinicId", "=", clinic.id)
    .where("p.id", "=", patientId);

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof selectHead>["executeTakeFirst"]>>>;

/** For `sheetHead`. */
export const headOf = ({ patientName, birthday, ageTold: told, sex, address, ...clinic }: Row) => ({
  clinic: { name: clinic.clinicName, address: clinic.clinicAddress, phone: clinic.clinicPhone },
  patient: { name: patientName, birthday, ageTold: told, sex, address },
});
