import type { MedicationRequest, Quantity } from "@medplum/fhirtypes";
import { sql } from "kysely";
import type { Medication } from "#features/prescriptions/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { addDays, manilaInstant } from "#shared/formats/dates.ts";
import { daysGiven, isPiece } from "#shared/prescription/quantity.ts";
import { safeMedicine } from "#shared/prescription/safe-doses.ts";
import { typedQuantity } from "#shared/prescription/typed-quantity.ts";
import { laterChange } from "../search/later-changes.ts";
import { date, impliedToken } from "../search/parameters.ts";
import type { SearchedType } from "../search/searched-type.ts";
import { type RowOf, source } from "../search/source.ts";
import { filled, metaOf, referTo } from "./resource.ts";

const selectPrescriptions = (clinic: ClinicScope) =>
  clinic.db
    .selectFrom("prescriptions as rx")
    .select([
      "rx.id",
      "rx.patientId",
      "rx.status",
      "rx.physicianName",
      sql<Medication[]>`rx.medications`.as("medications"),
      "rx.diagnosis",
      "rx.prescriptionDate",
      "rx.preparedById",
      "rx.releasedById",
      "rx.createdAt",
      "rx.releasedAt",
      "rx.withdrawnAt",
      "rx.withdrawReason",
      sql<Stop[]>`coalesce(
          (select jsonb_agg(jsonb_build_object('item', s.item, 'isActive', s.state = 'active', 'stopReason', s.stop_reason,
                                               'updatedAt', s.updated_at) order by s.id)
           from medicine_stops s
           where s.clinic_id = rx.clinic_id and s.prescription_id = rx.id), '[]')`.as("stops"),
      laterChange(clinic, { patient: "rx.patientId", entry: { table: "prescriptions", id: "rx.id" } }),
    ])
    .where("rx.clinicId", "=", clinic.id)
    .where("rx.confidentialToId", "is", null);

type PrescriptionRow = RowOf<typeof selectPrescriptions>;

/** Also one that was taken back. */
type Stop = { item: number; isActive: boolean; stopReason: string; updatedAt: string };

/**
 * R4: a cancelled one was withdrawn before anything of it was taken. Of one entered in error medicines may have been
 * dispensed, as of any that was released.
 */
const statusOf = (
  row: PrescriptionRow,
  medicine: Medication,
  stop: Stop | undefined,
  today: string,
): NonNullable<MedicationRequest["status"]> => {
  if (row.status === "withdrawn") return row.releasedAt === null ? "cancelled" : "entered-in-error";
  if (row.status !== "final") return "draft";
  if (stop) return "stopped";
  const end = endOf(row, medicine);
  return end !== null && end <= today ? "completed" : "active";
};

/** The day after the last one on which it is taken; null without a duration. */
function endOf({ prescriptionDate }: PrescriptionRow, medicine: Medication): string | null {
  const days = daysGiven(medicine);
  return days === null ? null : addDays(prescriptionDate, days);
}

const nameOf = ({ name, genericName, brandName, strength, form }: Medication) =>
  [genericName || name, brandName && `(${brandName})`, strength, form].filter(Boolean).join(" ");

const howTaken = ({ dosage, frequency, duration, instructions }: Medication) =>
  [dosage, frequency, duration, instructions].filter(Boolean).join(", ");

/**
 * One per medicine of a prescription, which `groupIdentifier` names. Without an end it counts as taken until it is
 * stopped.
 */
const prescriptionAsRequests = (row: PrescriptionRow, today: string): MedicationRequest[] =>
  row.medications.map((typed, item) => {
    const medicine = safeMedicine(typed);
    const stops = row.stops.filter((one) => one.item === item);
    const stop = stops.findLast(({ isActive }) => isActive);
    const why = row.withdrawReason ?? stop?.stopReason;
    const status = statusOf(row, medicine, stop, today);
    const end = status === "completed" ? endOf(row, medicine) : null;
    const toDispense = typedQuantity(medicine.quantity);
    return filled<MedicationRequest>({
      resourceType: "MedicationRequest",
      id: `${row.id}-${item}`,
      meta: metaOf(
        row.createdAt,
        row.releasedAt,
        row.withdrawnAt,
        // Its status changes with that day.
        end && manilaInstant(end, 0).toISOString(),
        ...stops.map(({ updatedAt }) => updatedAt),
        row.laterAt,
      ),
      groupIdentifier: { system: "urn:klinika:prescription", value: String(row.id) },
      status,
      statusReason: why ? { text: why } : null,
      intent: "order",
      medicationCodeableConcept: { text: nameOf(medicine) },
      subject: referTo("Patient", row.patientId),
      authoredOn: row.prescriptionDate,
      requester: row.releasedById
        ? referTo("Practitioner", row.releasedById, row.physicianName)
        : { display: row.physicianName },
      recorder: referTo("Practitioner", row.preparedById),
      reasonCode: row.diagnosis ? [{ text: row.diagnosis }] : [],
      dosageInstruction: [{ sequence: 1, text: howTaken(medicine) }],
      dispenseRequest: toDispense && {
        quantity: filled<Quantity>({
          value: toDispense.count,
          unit: toDispense.unit ?? (isPiece(medicine.form) ? medicine.form : null),
        }),
      },
      // "1/2 bottle" is no number.
      note: medicine.quantity && !toDispense ? [{ text: `Quantity: ${medicine.quantity}` }] : [],
    });
  });

const prescriptions = source({
  isInParts: true,
  select: selectPrescriptions,
  id: "rx.id",
  patient: "rx.patientId",
  newest: { column: "rx.createdAt", type: "timestamptz" },
  asResources: prescriptionAsRequests,
});

export const medicationRequests: SearchedType = {
  type: "MedicationRequest",
  sources: [prescriptions],
  isOfPatients: true,
  parameters: [
    impliedToken<MedicationRequest>(
      "status",
      "requestStatus",
      ({ status }) => status,
      "active, completed, stopped, or draft until the doctor releases it. Withdrawn: entered-in-error, or cancelled before its release.",
    ),
    impliedToken<MedicationRequest>("intent", "requestIntent", ({ intent }) => intent, "order."),
    date<MedicationRequest>("authoredon", ({ authoredOn }) => authoredOn, "The date of the prescription."),
  ],
};
