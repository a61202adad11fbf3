import type { patientBills } from "#features/billing/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { selectPatient } from "#server/patient/select-patient.ts";
import type { Whole } from "#shared/endpoint.ts";
import { notFound } from "#shared/errors.ts";
import { centavos } from "#shared/formats/money.ts";
import { billsOf } from "./bill-rows.ts";

/** A patient's bills, and the record's amount that is not billed. */
export async function readPatientBills(
  clinic: ClinicScope,
  patientId: number,
): Promise<Whole<typeof patientBills>> {
  const patient = await selectPatient(clinic, patientId)
    .select(["amount", "paymentStatus", "isBilled"])
    .executeTakeFirstOrThrow(() => notFound("Patient"));
  const { amount, paymentStatus, isBilled } = patient;
  return {
    // A patient whose bills are all voided has bills, and again an amount in the record.
    bills: await billsOf(clinic, patientId),
    fromRecord: !isBilled && amount !== null && centavos(amount) > 0n ? { amount, paymentStatus } : null,
  };
}
