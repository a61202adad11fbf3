import { addApiKey } from "#features/api-keys/contract.ts";
import { addCalendarFeed } from "#features/appointments/contract.ts";
import { recordVitals } from "#features/consultations/contract.ts";
import { previewMerge } from "#features/merges/contract.ts";
import { addPaper } from "#features/papers/contract.ts";
import { sendReferral } from "#features/referrals/contract.ts";
import { addDisplayLink } from "#features/visits/contract.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { isByKey } from "#shared/permissions.ts";
import type { Stage } from "#test/app.ts";
import { acceptedBodies, requiredQueries } from "#test/data/accepted-bodies.ts";
import {
  aClinic,
  aPasskey,
  aPatient,
  aSession,
  aStaffMember,
  type TestClinic,
} from "#test/data/factories.ts";
import { anActivePatient, fullClinic } from "#test/data/full-clinic.ts";
import { nameOf, placesOf } from "#test/endpoints.ts";

/** A clinic with a row of every kind, and their ids. */
export type SeededClinic = TestClinic & {
  records: Record<string, string | number>;
  /** A key that may read everything. */
  apiKey: string;
};

/** The credentials with which the clinic itself calls an endpoint: its key where a key is required, else its owner. */
export const tokenOfClinic = ({ access }: Pick<Endpoint, "access">, { owner, apiKey }: SeededClinic) =>
  isByKey(access) ? apiKey : owner.token;

/** An id that no record has. */
export const nobodysId = 987_654_321;
export const nobodysPath = "00000000-0000-4000-8000-000000000000.pdf";
const nobodys: Record<string, string> = {
  path: nobodysPath,
  frame: "0",
  token: "a-token-of-no-display",
  feedToken: "a-token-of-no-calendar",
};

/** Which record an endpoint's `:id` means, by the beginning of its path; the last match counts. */
const meant: [path: string, record: string][] = [
  ["/api/patients/", "patient"],
  ["/api/patients/:id/growth.pdf", "child"],
  ["/api/consultations/", "consultationId"],
  ["/api/confidential/", "consultationId"],
  ["/api/consultation-records/", "recordId"],
  ["/api/merges/", "merge"],
  ["/api/tasks/", "task"],
  ["/api/visitors/", "visitor"],
  ["/api/visits/", "visit"],
  ["/api/places/", "place"],
  ["/api/displays/", "display"],
  ["/api/appointments/", "appointment"],
  ["/api/days-off/", "dayOff"],
  ["/api/practitioners/", "practitioner"],
  ["/api/calendar-feeds/", "feed"],
  ["/api/services/", "service"],
  ["/api/bills/", "bill"],
  ["/api/payments/", "payment"],
  ["/api/day-count/petty-cash/", "pettyCash"],
  ["/api/doctor-shares/", "practitioner"],
  ["/api/statements/closed/", "statement"],
  ["/api/notifications/", "notification"],
  ["/api/prescription-favourites/", "favourite"],
  ["/api/quick-texts/", "quickText"],
  ["/api/api-keys/", "apiKey"],
  ["/api/webhooks/", "webhook"],
  ["/api/imports/", "import"],
  ["/api/exports/", "export"],
  ["/api/clinic/custom-fields/", "customField"],
  ["/api/clinic/paper-templates/", "paperTemplate"],
  ["/api/secretaries/", "staff"],
  ["/api/doctors/", "practitioner"],
  ["/api/practitioners/", "practitioner"],
  ["/api/referrals/", "received"],
  ["/api/referrals/:id/cancel", "sent"],
  ["/api/auth/sessions/", "session"],
  ["/api/auth/passkeys/", "passkey"],
  ["/api/clinic/sessions/", "staffSession"],
  ["/fhir/R4/Patient/", "patient"],
  ["/fhir/R4/Practitioner/", "owner"],
  ["/fhir/R4/PractitionerRole/", "practitioner"],
  ["/fhir/R4/Organization/", "clinic"],
  ["/fhir/R4/Encounter/", "fhirEncounter"],
  ["/fhir/R4/Condition/", "fhirCondition"],
  ["/fhir/R4/AllergyIntolerance/", "allergy"],
  ["/fhir/R4/Observation/", "fhirObservation"],
  ["/fhir/R4/MedicationRequest/", "fhirMedicationRequest"],
  ["/fhir/R4/DiagnosticReport/", "resultId"],
  ["/fhir/R4/DocumentReference/", "file"],
  ["/fhir/R4/Binary/", "file"],
  ["/fhir/R4/Immunization/", "immunizationId"],
  ["/fhir/R4/Appointment/", "appointment"],
  ["/fhir/R4/$export/", "fhirExport"],
  ["/api/admin/clinics/", "clinic"],
  ["/api/admin/contact-messages/", "message"],
];

/** A patient whose growth can be drawn. */
export async function aMeasuredChild(
  stage: Stage,
  clinic: { id: number; owner: { token: string } },
): Promise<number> {
  const id = await aPatient(stage, clinic, { birthday: "2025-09-01" });
  await stage.call(recordVitals, clinic.owner.token, {
    params: { id },
    body: { vitalSigns: { weight: 9.5 } },
  });
  return id;
}

/** Which record an endpoint's `:rowId` means. */
const meantRows: [path: string, record: string][] = [
  ["/api/patients/:id/allergies/", "allergy"],
  ["/api/patients/:id/allergies/:rowId/rows", "allergyText"],
  ["/api/patients/:id/problems/", "problem"],
  ["/api/patients/:id/medicines/", "medicine"],
  ["/api/patients/:id/medicine-stops/", "medicineStop"],
  ["/api/patients/:id/alerts/", "alert"],
  ["/api/patients/:id/pregnancies/", "pregnancy"],
];

export async function seededClinic(stage: Stage): Promise<SeededClinic> {
  const clinic = await fullClinic(stage);
  const elsewhere = await aClinic(stage);
  const staff = await aStaffMember(stage, clinic, ["view_patients"]);
  const patient = await anActivePatient(stage, clinic);
  const paper = (
    await stage.call(addPaper, clinic.owner.token, {
      params: { id: patient },
      body: { template: "laboratory_request", fields: { tests: ["cbc"] } },
    })
  ).json();
  const send = async (from: TestClinic, to: TestClinic, id: number): Promise<number> =>
    (
      await stage.call(sendReferral, from.owner.token, {
        params: { id },
        body: { toClinicId: to.id, referralReason: "Echocardiography" },
      })
    ).json().id;
  const one = async (text: string) => {
    const [row] = await stage.sql<{ found: string }>(text, [clinic.id]);
    if (!row) throw new Error(`The clinic has none: ${text}`);
    return row.found;
  };
  const idIn = async (table: string, condition = "true") =>
    Number(await one(`select id as found from ${table} where clinic_id = $1 and ${condition} limit 1`));
  const sessionOf = async (user: number) => {
    const token = await aSession(stage, user);
    const [row] = await stage.sql<{ id: string }>("select id from sessions where token_hash = sha256($1)", [
      Buffer.from(token),
    ]);
    return Number(row?.id);
  };
  await send(elsewhere, clinic, await aPatient(stage, elsewhere));
  // A password that the owner can reset.
  await aPasskey(stage, staff.id);
  await stage.app.kit.views?.flush();
  return {
    ...clinic,
    apiKey: (
      await stage.call(addApiKey, clinic.owner.token, {
        body: { ...(acceptedBodies["POST /api/api-keys"] as object), scopes: "all" },
      })
    ).json().key,
    records: {
      patient,
      child: await aMeasuredChild(stage, clinic),
      sent: await send(clinic, elsewhere, patient),
      received: await idIn("referrals", "side = 'received' and status = 'pending'"),
      referralId: await idIn("referrals", "status = 'letter'"),
      consultationId: await idIn("consultations"),
      readingId: await idIn("consultations", `vital_signs is not null and patient_id = ${patient}`),
      recordId: await idIn("consultation_records"),
      rxId: await idIn("prescriptions"),
      allergy: await idIn("allergies"),
      allergyText: await idIn("allergies"),
      problem: await idIn("problems"),
      medicine: await idIn("medicines"),
      medicineStop: await idIn("medicine_stops"),
      alert: await idIn("alerts"),
      pregnancy: await idIn("pregnancies"),
      immunizationId: await idIn("immunizations"),
      merge: await idIn("merges"),
      task: await idIn("tasks"),
      visitor: await idIn("visitors"),
      visit: await idIn("visits", "number is not null"),
      place: await idIn("places"),
      display: await idIn("displays"),
      appointment: await idIn("appointments"),
      dayOff: await idIn("days_off"),
      practitioner: await idIn("practitioners"),
      hoursId: await idIn("extra_hours"),
      secret: "no-such-secret-0000",
      feed: await idIn("calendar_feeds"),
      resultId: await idIn("results"),
      paperId: paper.id,
      itemId: paper.items[0].id,
      code: paper.code,
      paperTemplate: await idIn("paper_templates"),
      service: await idIn("services"),
      bill: await idIn("bills", "is_open"),
      payment: await idIn("payments", "method <> 'unstated'"),
      pettyCash: await idIn("drawer_lines", "kind = 'petty_cash' and voided_at is null"),
      statement: await idIn("statements"),
      feedToken: (await stage.call(addCalendarFeed, clinic.owner.token, { body: {} })).json().token,
      token: (await stage.call(addDisplayLink, clinic.owner.token, { body: {} })).json().token,
      notification: await idIn("notifications"),
      favourite: await idIn("favourite_prescriptions"),
      quickText: await idIn("quick_texts"),
      apiKey: await idIn("api_keys"),
      webhook: await idIn("webhooks"),
      import: await idIn("imports"),
      export: await idIn("exports"),
      row: 2,
      customField: await idIn("custom_field_definitions"),
      message: await idIn("contact_messages"),
      path: await one("select path as found from files where clinic_id = $1 and type = 'application/dicom'"),
      frame: 0,
      staff: staff.id,
      session: await sessionOf(clinic.owner.id),
      staffSession: await sessionOf(staff.id),
      passkey: await aPasskey(stage, clinic.owner.id),
      clinic: clinic.id,
      owner: clinic.owner.id,
      file: await idIn("files", "patient_id is not null"),
      fhirEncounter: `visit-${await idIn("visits")}`,
      fhirCondition: `problem-${await idIn("problems")}`,
      fhirObservation: `vital-${await idIn("consultations", "vital_signs is not null")}-pulse`,
      fhirMedicationRequest: `${await idIn("prescriptions")}-0`,
      fhirExport: await idIn("fhir_exports"),
      fhirType: "Patient",
    },
  };
}

/** The query that a read needs; if it names a second patient, one of the clinic's. */
export const queryOf = (endpoint: Endpoint, records: SeededClinic["records"]): Record<string, string> => ({
  ...requiredQueries[nameOf(endpoint)],
  ...(endpoint === previewMerge && { otherId: String(records.child) }),
});

/** The parameters of an endpoint's path for this clinic's records. */
export function paramsFor(
  endpoint: Endpoint,
  records: SeededClinic["records"],
): Record<string, string | number> {
  const recordOf = (place: string) => {
    if (place !== "id" && place !== "rowId") return place;
    return (place === "id" ? meant : meantRows).findLast(([path]) => endpoint.path.startsWith(path))?.[1];
  };
  return Object.fromEntries(
    placesOf(endpoint).map((place) => {
      const record = recordOf(place);
      const value = record === undefined ? undefined : records[record];
      if (value === undefined)
        throw new Error(`Define in seeded-records.ts what ${place} of ${endpoint.path} is.`);
      return [place, value];
    }),
  );
}

export const paramsOfNobody = (endpoint: Endpoint) =>
  Object.fromEntries(placesOf(endpoint).map((place) => [place, nobodys[place] ?? nobodysId]));
