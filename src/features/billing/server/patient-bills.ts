import type { patientBills } from "#features/billing/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import type { Whole } from "#shared/endpoint.ts";
import { notFound } from "#shared/errors.ts";
import { centavos } from "#shared/formats/money.ts";
import { billsOf } from "./bill-rows.ts";

/** A patient's bills, and the amount in the record that is none yet. */
export async function readPatientBills(
  clinic: ClinicScope,
  patientId: number,
): Promise<Whole<typeof patientBills>> {
  const patient = await clinic.db
    .selectFrom("patients")
    .select(["amount", "paymentStatus", "isBilled"])
    .where("clinicId", "=", clinic.id)
    .where("id", "=", patientId)
    .executeTakeFirst();
  if (!patient) throw notFound("Patient");
  const { amount, paymentStatus, isBilled } = patient;
  return {
    // A patient whose bills were all voided has bills, and an amount of the record again.
    bills: await billsOf(clinic, patientId),
    fromRecord: !isBilled && amount !== null && centavos(amount) > 0n ? { amount, paymentStatus } : null,
  };
}
