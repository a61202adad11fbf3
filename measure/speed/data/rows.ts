import { ailments, someVitals } from "#scripts/demo/ailments.ts";
import { aPerson } from "#scripts/demo/people.ts";
import { Random } from "#scripts/demo/random.ts";
import { hospitalChoices } from "#shared/hospitals.ts";
import { ownerDefaultPermissions, permissions } from "#shared/permissions.ts";
import { adminId, type Clinic, type Platform, patientId } from "./platform.ts";

/** One row in COPY's text form; the order of its values is that of the columns beside it. */
type Value = string | number | boolean | null | Date;

export type Rows = { table: string; columns: string[]; rows: Iterable<Value[]> };

const day = 86_400_000;
/** What medicines are prescribed for. */
const treated = ailments.filter(({ medications }) => medications.length > 0);
const hospitals = hospitalChoices("single");

/** Stands once in the big clinic and once in each ordinary one, the oldest record: the slowest name to find. */
export const rareName = "Quisumbing, Wenceslao";
/** What everybody at the measured clinics signs in with. */
export const benchPassword = "sinigang-sa-miso-88";

export const emailOf = (userId: number) => `user${userId}@bench.klinika.test`;

const random = (place: number, purpose: number) => new Random(Math.imul(place + 1, 2_654_435_761) ^ purpose);

/** All of a platform, table by table, each referred to by those after it. `today` is the Manila day at `until`. */
export function* rowsOf(
  platform: Platform,
  facts: { until: Date; today: string; passwordHash: string; soundsOf: (name: string) => readonly string[] },
): Generator<Rows> {
  const { clinics, size } = platform;
  const until = facts.until.getTime();
  const since = new Date(until - 3 * 365 * day);
  const createdAt = (place: number) => new Date(until - Math.ceil(((size - place) * 3 * 365 * day) / size));
  const clinicAt = (place: number) => clinics[platform.clinicOf[place] ?? 0] as Clinic;
  const person = (place: number) => aPerson(random(place, 1), facts.today);
  const nameOf = (place: number) =>
    clinicAt(place).patients[0] === place ? rareName : person(place).patientName;
  const places = function* <T>(each: (place: number) => Iterable<T>) {
    for (let place = 0; place < size; place += 1) yield* each(place);
  };

  yield {
    table: "clinics",
    columns: ["id", "name", "subdomain", "subscription_status", "created_at", "updated_at"],
    rows: clinics.map(({ id }) => [id, `Clinic ${id} of Bohol`, `bench-${id}`, "active", since, since]),
  };
  const users = clinics.flatMap(({ id, ownerId, staffId }): Value[][] => [
    [ownerId, id, emailOf(ownerId), "Rafael", "Peñaflor", "owner", list(ownerDefaultPermissions), "0098412"],
    [staffId, id, emailOf(staffId), "Marites", "Bañez", "secretary", list(permissions), null],
  ]);
  users.push([adminId, null, emailOf(adminId), "System", "Admin", "admin", "{}", null]);
  yield {
    table: "users",
    columns: [
      "id",
      "clinic_id",
      "email",
      "first_name",
      "last_name",
      "role",
      "permissions",
      "license_number",
      "password_changed",
    ],
    rows: users.map((user) => [...user, true]),
  };
  yield {
    table: "credentials",
    columns: ["user_id", "password_hash"],
    rows: users.map(([id]) => [Number(id), facts.passwordHash]),
  };
  yield { table: "patients", columns: patientColumns, rows: places((place) => [patientRow(place)]) };
  yield {
    table: "patient_name_sounds",
    columns: ["clinic_id", "sound", "patient_id"],
    rows: places((place) =>
      facts.soundsOf(nameOf(place)).map((sound): Value[] => [clinicAt(place).id, sound, patientId(place)]),
    ),
  };
  yield {
    table: "admissions",
    columns: ["clinic_id", "id", "patient_id", "hospital", "admitted_at", "discharged_at"],
    rows: places((place) => {
      const { status, hospital } = stateOf(place);
      if (status === "Outpatient") return [];
      const from = createdAt(place);
      const to = new Date(Math.min(until, from.getTime() + random(place, 5).between(1, 10) * day));
      const until_ = status === "Discharged" ? to : null;
      return [
        [clinicAt(place).id, 10_000_001 + place, patientId(place), hospital, dayOf(from), until_] as Value[],
      ];
    }),
  };
  yield { table: "consultations", columns: consultationColumns, rows: places(consultationRows) };
  yield { table: "prescriptions", columns: prescriptionColumns, rows: places(prescriptionRows) };
  yield {
    table: "notifications",
    columns: ["clinic_id", "id", "user_id", "type", "title", "message", "created_at", "read_at"],
    rows: clinics.flatMap(({ id, ownerId, staffId }, place) =>
      [ownerId, staffId].flatMap((user, which) =>
        Array.from({ length: 30 }, (_, n): Value[] => {
          const at = new Date(until - (30 - n) * day);
          const own = 80_000_001 + place * 100 + which * 50 + n;
          const words = "Marites Bañez prepared a prescription for you to release.";
          return [id, own, user, "info", "Prescription prepared", words, at, n < 25 ? at : null];
        }),
      ),
    ),
  };

  /** What several tables say of one patient. */
  function stateOf(place: number) {
    const drawn = random(place, 2);
    const state = drawn.next();
    return {
      drawn,
      status: state < 0.04 ? "Admitted" : state < 0.4 ? "Discharged" : "Outpatient",
      hospital: drawn.one(hospitals),
      ailment: drawn.one(ailments),
    };
  }

  function patientRow(place: number): Value[] {
    const { drawn, status, hospital, ailment } = stateOf(place);
    const { sex, birthday, age, contactNumber, email, address, allergies } = person(place);
    const clinic = clinicAt(place);
    const created = createdAt(place);
    const isRare = clinic.patients[0] === place;
    // The last thirty of a clinic come today: see `moveToToday`.
    const isToday = place >= (clinic.patients.at(-30) ?? 0);
    const paid = drawn.next();
    const isIn = status === "Admitted";
    return [
      clinic.id,
      patientId(place),
      `${dayOf(created).replaceAll("-", "")}-${place}`,
      hospital,
      nameOf(place),
      age,
      sex,
      birthday,
      allergies,
      address,
      isIn ? `${drawn.between(1, 6)}0${drawn.between(1, 9)}-B` : null,
      isIn ? dayOf(created) : null,
      "Rafael Peñaflor, MD",
      ailment.diagnosis,
      ailment.procedure ?? null,
      null,
      ailment.complaint,
      drawn.happens(0.3) ? `${ailment.complaint}. Takes her medicines at noon with food.` : null,
      status,
      paid < 0.72 ? "Paid-Received" : paid < 0.96 ? "Pending" : "Overdue",
      drawn.happens(0.8) ? `${drawn.between(3, 400) * 100}.00` : null,
      drawn.happens(0.58) ? "Yes" : "No",
      drawn.happens(0.5) ? "Takes her medicines at noon with food." : null,
      contactNumber,
      email,
      drawn.one(["Seen", "Seen", "Seen", "Follow-up", "Waiting"]),
      isToday ? new Date(until - drawn.between(0, 8 * 60) * 60_000) : null,
      isToday ? "pending" : "completed",
      new Date(created.getTime() + 3_600_000),
      !isRare && !isToday && drawn.happens(0.08),
      uuid(place),
      clinic.ownerId,
      created,
      created,
    ];
  }

  function consultationRows(place: number): Value[][] {
    const drawn = random(place, 3);
    const clinic = clinicAt(place);
    return Array.from({ length: drawn.one([0, 1, 1, 2, 2, 3]) }, (_, visit): Value[] => {
      const ailment = drawn.one(ailments);
      const vitals = drawn.happens(0.7) ? JSON.stringify(someVitals(drawn, drawn.between(1, 90))) : null;
      const at = new Date(createdAt(place).getTime() + visit * 14 * day);
      return [
        clinic.id,
        20_000_001 + place * 4 + visit,
        patientId(place),
        clinic.staffId,
        ailment.complaint,
        vitals,
        ailment.physicalExamination,
        ailment.diagnosis,
        ailment.treatment,
        at,
      ];
    });
  }

  function prescriptionRows(place: number): Value[][] {
    const drawn = random(place, 4);
    if (drawn.happens(0.4)) return [];
    const clinic = clinicAt(place);
    const { medications, diagnosis } = drawn.one(treated);
    const at = createdAt(place);
    return [
      [
        clinic.id,
        50_000_001 + place,
        patientId(place),
        clinic.ownerId,
        "final",
        "Rafael Peñaflor, MD",
        "0098412",
        JSON.stringify(medications.map((medicine) => ({ ...everyField, ...medicine }))),
        diagnosis,
        dayOf(at),
        at,
      ],
    ];
  }
}

const patientColumns = [
  "clinic_id",
  "id",
  "admission_no",
  "hospital",
  "patient_name",
  "age",
  "sex",
  "birthday",
  "allergies",
  "address",
  "room_number",
  "date_of_admission",
  "physician_in_charge",
  "preop_diagnosis",
  "surgical_procedure",
  "postop_diagnosis",
  "chief_complaint",
  "history_of_present_illness",
  "admission_status",
  "payment_status",
  "amount",
  "phic_payment",
  "remarks",
  "contact_number",
  "email",
  "patient_status",
  "appointment_time",
  "consultation_status",
  "last_consultation_at",
  "is_archived",
  "global_patient_id",
  "registered_by_id",
  "created_at",
  "updated_at",
];
const consultationColumns = [
  "clinic_id",
  "id",
  "patient_id",
  "secretary_id",
  "chief_complaint",
  "vital_signs",
  "physical_examination",
  "diagnosis",
  "treatment",
  "created_at",
];
const prescriptionColumns = [
  "clinic_id",
  "id",
  "patient_id",
  "prepared_by_id",
  "status",
  "physician_name",
  "physician_license",
  "medications",
  "diagnosis",
  "prescription_date",
  "created_at",
];

/** Of a medicine, as saving a prescription leaves them. */
const everyField = {
  genericName: null,
  brandName: null,
  strength: null,
  form: null,
  quantity: null,
  instructions: null,
};

const list = (words: readonly string[]) => `{${words.join(",")}}`;
const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const hex = (number: number, digits: number) => (number >>> 0).toString(16).padStart(digits, "0");
/** Scattered like a real one, and the same each time. */
const uuid = (place: number) => `${hex(Math.imul(place, 2_246_822_519), 8)}-0000-4000-8000-${hex(place, 12)}`;
