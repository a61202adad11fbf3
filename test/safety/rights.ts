import { logout } from "#features/accounts/contract.ts";
import { addCalendarFeed, bookAppointment, noteRecall } from "#features/appointments/contract.ts";
import { moveToDoctor } from "#features/appointments/moves-contract.ts";
import {
  addBill,
  billRecordAmount,
  markClaimsBilled,
  markClaimsPaid,
  voidBill,
} from "#features/billing/contract.ts";
import {
  addAlert,
  addAllergy,
  addMedicine,
  addProblem,
  sayNoKnownAllergies,
  stopPrescribed,
} from "#features/clinical-lists/contract.ts";
import { markConfidential } from "#features/confidential/contract.ts";
import { addConsultation, beginFullHistory, writeFullHistory } from "#features/consultations/contract.ts";
import { markEntry, markVitalSigns } from "#features/consultations/entries-in-error-contract.ts";
import { addExport } from "#features/exports/contract.ts";
import { viewFrame, viewPicture } from "#features/files/contract.ts";
import { linkHousehold } from "#features/households/contract.ts";
import { addImmunization } from "#features/immunizations/contract.ts";
import { addImport } from "#features/imports/contract.ts";
import { addPaper, withdrawPaper } from "#features/papers/contract.ts";
import {
  addPatient,
  archivePatient,
  deletePatient,
  editPatient,
  removePatientPhoto,
  retrievePatient,
  setPatientPhoto,
} from "#features/patients/contract.ts";
import { addPregnancy } from "#features/pregnancies/contract.ts";
import { savePrescription, withdrawPrescription } from "#features/prescriptions/contract.ts";
import { sendReferral } from "#features/referrals/contract.ts";
import { addResult } from "#features/results/contract.ts";
import { addDisplayLink, addVisit, moveInQueue } from "#features/visits/contract.ts";
import { takeVisitBack, transferVisit } from "#features/visits/handover-contract.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { can, isByKey, type Permission, permissions } from "#shared/permissions.ts";
import { recordEvents } from "#shared/record-events.ts";
import type { Answer, Stage } from "#test/app.ts";
import { acceptedBodies } from "#test/data/accepted-bodies.ts";
import { aPatientList, asMultipart, onePixel } from "#test/data/example-files.ts";
import { aClinic, aPatient, aSession } from "#test/data/factories.ts";
import { endpoints, nameOf, placesOf } from "#test/endpoints.ts";
import type { Call } from "#test/request-for.ts";
import {
  aMeasuredChild,
  nobodysId,
  paramsFor,
  paramsOfNobody,
  type SeededClinic,
} from "#test/safety/seeded-records.ts";
import { every, type Figure, none } from "../harness/figure.ts";
import { type AdminSignIn, type PlantedClinic, plantClinic } from "./planted-clinic.ts";
import { atOnce } from "./races.ts";
import { textInputs } from "./text-inputs.ts";

type Rights = readonly Permission[];

/** All sets of rights: 32 for five rights. */
export const everySet: readonly Rights[] = Array.from({ length: 2 ** permissions.length }, (_, bits) =>
  permissions.filter((_, at) => bits & (1 << at)),
);

/** Sets that differ in whether the caller may see what a change would return. */
export const tellingSets: readonly Rights[] = [
  [],
  ["view_patients"],
  ["add_patients"],
  ["edit_patients"],
  ["view_patients", "edit_patients"],
  ["add_patients", "edit_patients", "delete_patients"],
  ["view_reports"],
  permissions,
];

/** Values of the planted patient in addition to the numbered texts. */
const marks = { email: "hit-mail@planted.test", birthday: "1961-03-17" } as const;
const numbered = /hit\((\d+)\)/gi;
/** Planted texts that belong to the clinic itself, and are known to everybody who works there. */
const clinicsOwn = /\/api\/(auth|clinic|days-off|doctors|practitioners|secretaries|services)\b/;

type Scene = { planted: PlantedClinic; clinicId: number; records: SeededClinic["records"] };

async function setScene(stage: Stage, admin: AdminSignIn): Promise<Scene> {
  const planted = await plantClinic(stage, "Marked hit(0)", admin);
  const [patient] = await stage.sql<{ clinic_id: string }>("select clinic_id from patients where id = $1", [
    planted.patient,
  ]);
  const clinicId = Number(patient?.clinic_id);
  const more = await stage.call(editPatient, planted.owner.token, {
    params: { id: planted.patient },
    body: marks,
  });
  await stage.call(addVisit, planted.owner.token, { body: { patientId: planted.patient } });
  await stage.call(addExport, planted.owner.token, { body: { hasPapers: false } });
  await stage.call(addImport, planted.owner.token, asMultipart([["list.csv", aPatientList]], "file"));
  const feed = await stage.call(addCalendarFeed, planted.owner.token, { body: {} });
  const link = await stage.call(addDisplayLink, planted.owner.token, { body: {} });
  const draft = await stage.call(beginFullHistory, planted.owner.token, {
    params: { id: planted.patient },
    body: { chiefComplaint: markOf(beginFullHistory), pastMedicalHistory: markOf(beginFullHistory) },
  });
  const made = await stage.call(addPaper, planted.owner.token, {
    params: { id: planted.patient },
    body: { template: "laboratory_request", fields: { tests: ["cbc"] } },
  });
  const paper = made.json();
  const params = { id: planted.patient };
  const rows: Answer[] = [];
  // Other values than those of the valid requests, which are refused as duplicates.
  const plantedRows = [
    [addAllergy, { substance: "Ibuprofen" }],
    [addProblem, { words: "Asthma" }],
    [addMedicine, { generic: "simvastatin", source: "elsewhere" }],
    [addAlert, { words: "Wheelchair" }],
    [addImmunization, { ...(acceptedBodies[nameOf(addImmunization)] as object), dose: 2 }],
    [addPregnancy, { term: 1, living: 1 }],
    [addResult, acceptedBodies[nameOf(addResult)] as object],
    [savePrescription, acceptedBodies[nameOf(savePrescription)] as object],
  ] as const;
  for (const [add, body] of plantedRows)
    rows.push(await stage.call(add, planted.owner.token, { params, body }));
  rows.push(
    await stage.call(stopPrescribed, planted.owner.token, {
      params,
      body: { prescriptionId: rows.at(-1)?.json().id, item: 0, stopReason: "Rash" },
    }),
  );
  const child = await aMeasuredChild(stage, { id: clinicId, owner: planted.owner });
  rows.push(await stage.call(linkHousehold, planted.owner.token, { params, body: { patientId: child } }));
  const odd = [more, draft, made, ...rows]
    .filter(({ statusCode }) => statusCode >= 300)
    .map(({ body }) => body);
  if (planted.odd.length + odd.length > 0) throw new Error([...planted.odd, ...odd].join("\n"));
  const idIn = async (table: string, condition = "true") => {
    const [row] = await stage.sql<{ id: string }>(
      `select id from ${table} where clinic_id = $1 and ${condition} limit 1`,
      [clinicId],
    );
    return Number(row?.id ?? nobodysId);
  };
  return {
    planted,
    clinicId,
    records: {
      patient: planted.patient,
      child,
      consultationId: planted.consultation,
      readingId: await idIn("consultations", `vital_signs is not null and patient_id = ${planted.patient}`),
      recordId: draft.json().id,
      rxId: planted.prescription,
      referralId: planted.letter,
      path: String(planted.files[0]).replace(/^.*\//, ""),
      frame: 0,
      sent: await idIn("referrals", "side = 'sent' and status = 'pending'"),
      received: await idIn("referrals", "side = 'received'"),
      task: await idIn("tasks"),
      visitor: await idIn("visitors"),
      visit: await idIn("visits", "number is not null"),
      place: await idIn("places"),
      display: await idIn("displays"),
      appointment: await idIn("appointments"),
      allergy: await idIn("allergies", "kind = 'allergy'"),
      allergyText: await idIn("allergies", "kind = 'text'"),
      problem: await idIn("problems"),
      medicine: await idIn("medicines"),
      medicineStop: await idIn("medicine_stops"),
      alert: await idIn("alerts"),
      pregnancy: await idIn("pregnancies"),
      immunizationId: await idIn("immunizations"),
      resultId: await idIn("results"),
      paperId: paper.id,
      itemId: paper.items[0].id,
      code: paper.code,
      paperTemplate: await idIn("paper_templates"),
      dayOff: await idIn("days_off"),
      practitioner: await idIn("practitioners"),
      hoursId: nobodysId,
      secret: "no-such-secret-0000",
      feed: await idIn("calendar_feeds"),
      service: await idIn("services"),
      bill: await idIn("bills", "is_open"),
      payment: await idIn("payments", "method <> 'unstated'"),
      statement: nobodysId,
      feedToken: feed.json().token,
      token: link.json().token,
      pettyCash: await idIn("drawer_lines", "kind = 'petty_cash' and voided_at is null"),
      notification: await idIn("notifications"),
      favourite: await idIn("favourite_prescriptions"),
      quickText: await idIn("quick_texts"),
      apiKey: nobodysId,
      webhook: nobodysId,
      import: await idIn("imports"),
      export: await idIn("exports"),
      row: 2,
      customField: await idIn("custom_field_definitions"),
      merge: await idIn("merges"),
      message: nobodysId,
      session: nobodysId,
      staffSession: nobodysId,
      passkey: nobodysId,
      staff: planted.staff.id,
      clinic: clinicId,
    },
  };
}

const setPhoto = (stage: Stage, { owner, patient }: PlantedClinic) =>
  stage.call(setPatientPhoto, owner.token, {
    params: { id: patient },
    ...asMultipart([["a.png", onePixel]], "photo"),
  });

/** Calls after which others find nothing come last. */
const lastCalls = [removePatientPhoto, logout];
const inOrder = [
  ...endpoints.filter((one) => !isByKey(one.access) && !lastCalls.some((last) => last === one)),
  ...lastCalls,
];

/** A text with a number that identifies the endpoint. */
const markOf = (endpoint: Endpoint) =>
  `Marked hit(${textInputs.findIndex((input) => input.endpoint === endpoint)})`;

/** Allowed for the doctor or the author, with any set of rights. */
const isOfItsWriter = (endpoint: Endpoint) =>
  endpoint === withdrawPaper ||
  endpoint === withdrawPrescription ||
  endpoint === markConfidential ||
  endpoint === markEntry ||
  endpoint === markVitalSigns;

/** Refused for the files that are planted; `file.open` is the same event as of the whole file. */
const isOfDicom = (endpoint: Endpoint) => endpoint === viewPicture || endpoint === viewFrame;

/** Possible only where several doctors practise, where other calls would have to name one. */
const isOfSeveralDoctors = (endpoint: Endpoint) =>
  endpoint === transferVisit || endpoint === takeVisitBack || endpoint === moveToDoctor;

const isOfClaims = (endpoint: Endpoint) => endpoint === markClaimsBilled || endpoint === markClaimsPaid;

async function aClaim(stage: Stage, { owner, patient }: PlantedClinic): Promise<number> {
  const body = { ...(acceptedBodies[nameOf(addBill)] as object), patientId: patient };
  return (await stage.call(addBill, owner.token, { body })).json().id;
}

async function aWaitingVisit(
  stage: Stage,
  { owner }: PlantedClinic,
  clinicId: number,
  admissionNo: string,
): Promise<number> {
  const marked = { admission_no: admissionNo, patient_name: markOf(addPatient) };
  const patientId = await aPatient(stage, { id: clinicId }, marked);
  return (await stage.call(addVisit, owner.token, { body: { patientId } })).json().id;
}

const isOfPatients = ({ path, audit }: Endpoint) => audit !== null || path.startsWith("/api/patients");

type CallCase = { what: string; call: Call /** Sent before it, as a first try. */; first?: Call };

/** The requests to an endpoint: the valid one, and those that cause refusals or conflicts. */
async function questionsFor(
  stage: Stage,
  endpoint: Endpoint,
  { planted, clinicId, records }: Scene,
  next: () => string,
): Promise<CallCase[]> {
  const name = nameOf(endpoint);
  // Possible once per patient, or ends the patient's record.
  const isOnce = [
    deletePatient,
    archivePatient,
    retrievePatient,
    beginFullHistory,
    sendReferral,
    addVisit,
    bookAppointment,
    billRecordAmount,
    sayNoKnownAllergies,
  ].some((one) => one === endpoint);
  const throwaway = isOnce
    ? await aPatient(
        stage,
        { id: clinicId },
        {
          admission_no: next(),
          patient_name: markOf(addPatient),
          is_archived: endpoint === retrievePatient,
          ...(endpoint === billRecordAmount && { amount: "100" }),
        },
      )
    : null;
  const params = throwaway
    ? { id: throwaway }
    : endpoint === voidBill
      ? { id: await aClaim(stage, planted) }
      : endpoint === moveInQueue
        ? { id: await aWaitingVisit(stage, planted, clinicId, next()) }
        : paramsFor(endpoint, records);
  const accepted = acceptedBodies[name] as object | undefined;
  const own: Record<string, object> = {
    [nameOf(addPatient)]: { admissionNo: next() },
    [nameOf(addConsultation)]: { patientId: planted.patient },
    [nameOf(addVisit)]: { patientId: throwaway },
    [nameOf(bookAppointment)]: { patientId: throwaway },
    [nameOf(linkHousehold)]: { patientId: Number(records.child) },
    [nameOf(noteRecall)]: { patientId: planted.patient },
    ...(throwaway && { [nameOf(billRecordAmount)]: { patientId: throwaway } }),
    [nameOf(stopPrescribed)]: { prescriptionId: planted.prescription },
    [nameOf(addBill)]: { patientId: planted.patient },
    [nameOf(markEntry)]: { entryId: Number(records.readingId) },
    [nameOf(markConfidential)]: { entries: [{ entry: "problem", entryId: records.problem }] },
    ...(isOfClaims(endpoint) && { [nameOf(endpoint)]: { billIds: [await aClaim(stage, planted)] } }),
    // Each to another clinic, which accepts 30 per hour from this one.
    ...(endpoint === sendReferral && {
      [nameOf(sendReferral)]: { toClinicId: (await aClinic(stage)).id },
    }),
  };
  const body = endpoint.body && { ...accepted, ...own[name] };
  const sent: Call = {
    params,
    ...(body !== undefined && { body }),
    ...(endpoint.upload && asMultipart([["a.png", onePixel]], endpoint.upload.field)),
  };
  const questions: CallCase[] = [{ what: "success", call: sent }];
  if (endpoint.method === "GET" && placesOf(endpoint).length === 0) return questions;
  questions.push({
    what: "refusal",
    call: endpoint.body
      ? { params: paramsFor(endpoint, records), body: { "\u2620": [1, { x: null }] } }
      : { ...sent, params: paramsOfNobody(endpoint) },
  });
  if (endpoint.method === "GET" || endpoint === deletePatient) return questions;
  // Nothing else can be done with an archived patient meanwhile.
  const isArchive = endpoint === archivePatient || endpoint === retrievePatient;
  const real = isArchive ? sent : { ...sent, params: paramsFor(endpoint, records) };
  questions.push({ what: "conflict", call: { ...real, headers: { ...sent.headers, "if-match": '"v0"' } } });
  // A body of several shapes has no fields of its own.
  const { shape = {} } = (endpoint.body ?? {}) as { shape?: object };
  if ("admissionNo" in shape)
    questions.push({ what: "taken", call: { ...real, body: { ...body, admissionNo: "N-2" } } });
  if (endpoint === writeFullHistory)
    questions.push({ what: "finished", call: { ...real, params: { id: planted.fullHistory } } });
  if (endpoint.body && (endpoint.method === "PATCH" || endpoint.method === "PUT"))
    questions.push({ what: "nothing to change", call: { ...real, body: {} } });
  if (endpoint.method === "POST" && !endpoint.isSecret) {
    const again = { ...sent, headers: { ...sent.headers, "idempotency-key": next() } };
    questions.push({ what: "repeat", call: again, first: again });
  }
  return questions;
}

/** Marked values of a response: of patients, and other data that not everybody of the clinic may see. */
function marksIn({ body, headers }: Answer): { place: string; isPatients: boolean }[] {
  if (String(headers["content-type"]).includes("pdf")) return [{ place: "a paper", isPatients: true }];
  const places = [...body.matchAll(numbered)].map(([, number]) => {
    const place = textInputs[Number(number)]?.name ?? "a file's name";
    return {
      place,
      isPatients: !/\/api\/(api-keys|webhooks|tasks|prescription-favourites|quick-texts|contact)/.test(place),
    };
  });
  return [
    ...places.filter(({ place }) => !clinicsOwn.test(place)),
    ...Object.entries(marks).flatMap(([name, value]) =>
      body.includes(value) ? [{ place: `the patient's ${name}`, isPatients: true }] : [],
    ),
  ];
}

/** The admissions report names patients, which the right to reports allows. */
const maySee = (rights: Rights, { path, access }: Endpoint): boolean =>
  rights.includes("view_patients") ||
  (path.startsWith("/api/reports/") && can({ role: "secretary", permissions: rights, clinicId: 1 }, access));

/** Dozens of the clinic's staff, signed in. */
async function manyStaff(
  stage: Stage,
  { clinicId }: Scene,
  rights: Rights,
  count: number,
): Promise<{ id: number; token: string }[]> {
  const rows = await stage.sql<{ id: string }>(
    `with made as (
       insert into users (clinic_id, email, first_name, last_name, role, permissions, password_changed)
       select $1, 'asks' || gen_random_uuid() || '@clinic.test', 'Marites', 'Bañez', 'secretary', $2, true
       from generate_series(1, $3::integer) returning id)
     insert into credentials (user_id, password_hash)
     select id, (select password_hash from credentials limit 1) from made returning user_id as id`,
    [clinicId, rights, count],
  );
  const staff: { id: number; token: string }[] = [];
  await atOnce(8, rows.length, async (at) => {
    const id = Number(rows[at]?.id);
    staff[at] = { id, token: await aSession(stage, id) };
  });
  return staff;
}

const viewEvents = Object.entries(recordEvents)
  .filter(([, { kind }]) => kind !== "change")
  .map(([event]) => event);

/** Those of these users whose view is in the record history; another process writes it within a second. */
async function notedOf(stage: Stage, users: readonly number[]): Promise<Set<number>> {
  await stage.app.kit.views?.flush();
  const until = Date.now() + 10_000;
  for (;;) {
    const rows = await stage.sql<{ user_id: string }>(
      "select distinct user_id from record_history where user_id = any ($1) and event = any ($2)",
      [users, viewEvents],
    );
    if (rows.length === new Set(users).size || Date.now() > until)
      return new Set(rows.map(({ user_id }) => Number(user_id)));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * Each set of rights calls each endpoint in every way: no response shows what the set may not see, and no view goes
 * unrecorded.
 */
export async function proveRights(
  stage: Stage,
  { admin, sets }: { admin: AdminSignIn; sets: readonly Rights[] },
): Promise<Figure[]> {
  const scene = await setScene(stage, admin);
  let made = 0;
  const next = () => `CallCase-${++made}`;
  let cells = 0;
  let refusedCells = 0;
  let shownCells = 0;
  const shown: string[] = [];
  const letIn: string[] = [];
  const failed: string[] = [];
  const viewed = new Map<number, string>();
  const done = new Set<Endpoint>();
  /** Statuses of the valid requests of those who may. */
  const answered = new Map<Endpoint, Set<string>>();
  const meant = new Set<Endpoint>();
  for (const rights of sets) {
    const name = rights.join(" + ") || "no right";
    const actor = { role: "secretary", permissions: rights, clinicId: scene.clinicId } as const;
    // A repeated view of a record is not recorded again soon, so each request is by another user.
    const asked: (CallCase & { endpoint: Endpoint })[] = [];
    // The previous set has removed its photo.
    await setPhoto(stage, scene.planted);
    for (const endpoint of inOrder)
      for (const question of await questionsFor(stage, endpoint, scene, next))
        asked.push({ endpoint, ...question });
    const mayBeShown = asked.filter(
      ({ endpoint }) => maySee(rights, endpoint) && can(actor, endpoint.access),
    );
    const [shared, ...fresh] = await manyStaff(stage, scene, rights, mayBeShown.length + 1);
    if (!shared) throw new Error("There is nobody to ask.");
    await atOnce(4, asked.length, async (at) => {
      const question = asked[at];
      if (!question) return;
      const { endpoint, what, call, first } = question;
      const who = fresh[mayBeShown.indexOf(question)] ?? shared;
      if (endpoint === logout && who === shared) return;
      if (first) await stage.call(endpoint, who.token, first);
      const answer = await stage.call(endpoint, who.token, call);
      const line = `${nameOf(endpoint)}, ${what}, ${name}: ${answer.statusCode}`;
      cells += 1;
      if (
        can(actor, endpoint.access) &&
        isOfPatients(endpoint) &&
        !isOfItsWriter(endpoint) &&
        !isOfDicom(endpoint) &&
        !isOfSeveralDoctors(endpoint)
      )
        meant.add(endpoint);
      // Sent in parallel: another valid request may already have done what can be done once.
      if (what !== "refusal" && answer.statusCode < 400) done.add(endpoint);
      if (what === "success" && can(actor, endpoint.access))
        answered.set(
          endpoint,
          (answered.get(endpoint) ?? new Set()).add(`${answer.statusCode} ${answer.body.slice(0, 120)}`),
        );
      if (answer.statusCode >= 400) refusedCells += 1;
      if (answer.statusCode >= 500) failed.push(line);
      if (!can(actor, endpoint.access) && answer.statusCode !== 403) letIn.push(line);
      const found = marksIn(answer);
      const seen = found.filter(({ isPatients }) => !isPatients || !maySee(rights, endpoint));
      if (seen.length > 0) shown.push(`${line} ${[...new Set(seen.map(({ place }) => place))].join(", ")}`);
      if (found.length > 0 && seen.length === 0) {
        shownCells += 1;
        viewed.set(who.id, line);
      }
    });
  }
  const recorded = await notedOf(stage, [...viewed.keys()]);
  const unrecorded = [...viewed].filter(([id]) => !recorded.has(id)).map(([, line]) => line);
  const over = `${sets.length} sets of rights × ${endpoints.length} calls, ${refusedCells} refused`;
  return [
    none(`responses with a marked value that the set may not see (${over})`, cells, shown),
    none("responses with a marked value without an audit event", shownCells, unrecorded),
    every(
      "successful calls, by a set that may call them",
      meant.size,
      [...meant]
        .filter((one) => !done.has(one))
        .map((one) => `${nameOf(one)}: ${[...(answered.get(one) ?? [])].join("; ")}`),
    ),
    none("calls that allowed a set against its contract", cells, letIn),
    none("server errors", cells, failed),
  ];
}
