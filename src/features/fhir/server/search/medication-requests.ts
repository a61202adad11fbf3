import type { MedicationRequest } from "@medplum/fhirtypes";
import { sql } from "kysely";
import type { Medication } from "#features/prescriptions/contract.ts";
import { type PrescriptionRow, prescriptionAsRequests } from "../resources/medication-request.ts";
import { laterChange } from "./later-changes.ts";
import { date, impliedToken } from "./parameters.ts";
import type { SearchedType } from "./searched-type.ts";
import { source } from "./source.ts";

const prescriptions = source({
  isInParts: true,
  select: (clinic) =>
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
        sql<PrescriptionRow["stops"]>`coalesce(
          (select jsonb_agg(jsonb_build_object('item', s.item, 'isActive', s.state = 'active', 'stopReason', s.stop_reason,
                                               'updatedAt', s.updated_at) order by s.id)
           from medicine_stops s
           where s.clinic_id = rx.clinic_id and s.prescription_id = rx.id), '[]')`.as("stops"),
        laterChange(clinic, { patient: "rx.patientId", entry: { table: "prescriptions", id: "rx.id" } }),
      ])
      .where("rx.clinicId", "=", clinic.id)
      .where("rx.confidentialToId", "is", null),
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
