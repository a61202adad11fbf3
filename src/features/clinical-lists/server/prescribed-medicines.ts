import { sql } from "kysely";
import type { Medicine } from "#features/clinical-lists/contract.ts";
import type { Medication } from "#features/prescriptions/contract.ts";
import { nameOfUser } from "#server/auth/user-name.ts";
import { confidentialityOf } from "#server/database/confidential.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { addDays } from "#shared/formats/dates.ts";
import { daysGiven, doseTaken } from "#shared/prescription/quantity.ts";
import { medicineKey } from "#shared/prescription/same-medicine.ts";
import { wayGiven } from "#shared/prescription/way-given.ts";

/** How many of a patient's prescriptions are considered, by their dates. Withdrawn ones are not among them. */
const LATEST = 50;

type Stop = { id: number; item: number; stoppedOn: string; stopReason: string };
type Row = {
  id: number;
  patientId: number;
  clinicId: number;
  status: string;
  prescriptionDate: string;
  medications: unknown;
  createdAt: string;
  preparedByName: string | null;
  isConfidential: boolean;
  isOwn: boolean;
  stops: unknown;
};

type Prescribed = {
  /** The newest final prescription of each generic name and way of giving it. */
  medicines: Medicine[];
  /** Prepared and waiting to be released, the newest first. */
  prepared: { createdAt: string }[];
};

export async function readPrescribed(
  clinic: ClinicScope,
  patientId: number,
  today: string,
): Promise<Prescribed> {
  const rows: Row[] = await clinic.db
    .selectFrom("prescriptions as rx")
    .select([
      "rx.id",
      "rx.patientId",
      "rx.clinicId",
      "rx.status",
      "rx.prescriptionDate",
      "rx.medications",
      "rx.createdAt",
      nameOfUser(clinic, "rx.prepared_by_id").as("preparedByName"),
      ...confidentialityOf(clinic, "rx", "prepared_by_id"),
      sql`(select jsonb_agg(jsonb_build_object('id', s.id, 'item', s.item, 'stoppedOn', s.stopped_on, 'stopReason', s.stop_reason))
           from medicine_stops s
           where s.clinic_id = rx.clinic_id and s.prescription_id = rx.id and s.state = 'active')`.as(
        "stops",
      ),
    ])
    .where("rx.clinicId", "=", clinic.id)
    .where("rx.patientId", "=", patientId)
    .where("rx.status", "<>", sql.lit("withdrawn"))
    // One that is written down later can be dated earlier.
    .orderBy("rx.prescriptionDate", "desc")
    .orderBy("rx.createdAt", "desc")
    .orderBy("rx.id", "desc")
    .limit(sql.lit(LATEST))
    .execute();
  return {
    medicines: newestOfEach(rows.filter(({ status }) => status === "final")).map((taken) =>
      asMedicine(taken, today),
    ),
    prepared: rows
      .filter(({ status }) => status === "prepared")
      .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt)),
  };
}

type Taken = { row: Row; medicine: Medication; item: number };

const genericOf = ({ genericName, name }: Medication) => genericName || name;

const wayOf = (medicine: Medication) => wayGiven(medicine.form) ?? wayGiven(genericOf(medicine));

/** Not if form or name say that they are given in different ways, such as an inhaler and nebules. */
const replaces = (later: Medication, earlier: Medication): boolean => {
  const [one, other] = [wayOf(later), wayOf(earlier)];
  return one === null || other === null || one === other;
};

/** A prescription of a later day replaces an earlier one of the same generic name; of one day, what was saved last. */
function newestOfEach(rows: readonly Row[]): Taken[] {
  const taken = new Map<string, Taken[]>();
  const newest: Taken[] = [];
  for (const row of rows)
    for (const [item, medicine] of (row.medications as Medication[]).entries()) {
      const key = medicineKey(genericOf(medicine));
      const later = taken.get(key) ?? [];
      if (later.some((each) => each.row.id !== row.id && replaces(each.medicine, medicine))) continue;
      const one = { row, medicine, item };
      taken.set(key, [...later, one]);
      newest.push(one);
    }
  return newest;
}

function asMedicine({ row, medicine, item }: Taken, today: string): Medicine {
  const days = daysGiven(medicine);
  const until = days === null ? null : addDays(row.prescriptionDate, days - 1);
  const stop = ((row.stops ?? []) as Stop[]).find((each) => each.item === item);
  return {
    id: null,
    patientId: row.patientId,
    clinicId: row.clinicId,
    generic: genericOf(medicine),
    dose: doseTaken(medicine),
    frequency: medicine.frequency || null,
    since: row.prescriptionDate,
    until: stop ? stop.stoppedOn : until,
    source: "prescription",
    prescriptionId: row.id,
    item,
    state: stop ? "stopped" : until !== null && until < today ? "ended" : "active",
    stopReason: stop?.stopReason ?? null,
    stopId: stop?.id ?? null,
    recordedAt: row.createdAt,
    recordedByName: row.preparedByName,
    version: null,
    isConfidential: row.isConfidential,
    isOwn: row.isOwn,
  };
}
