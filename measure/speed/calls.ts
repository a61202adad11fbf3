import { listAppointments } from "#features/appointments/contract.ts";
import { listBetween } from "#features/appointments/server/appointment-rows.ts";
import { dayCount } from "#features/billing/contract.ts";
import { readDayCount } from "#features/billing/server/day-count.ts";
import { todaysConsultations } from "#features/consultations/contract.ts";
import { listToday } from "#features/consultations/server/today.ts";
import { notifications } from "#features/notifications/contract.ts";
import { listNotifications } from "#features/notifications/server/queries.ts";
import { addPatient, listPatients, onePatient } from "#features/patients/contract.ts";
import { countPatients, readPage } from "#features/patients/server/list-patients.ts";
import { findPatient } from "#features/patients/server/queries.ts";
import { selectionOf, sortOf } from "#features/patients/server/search/patient-filter.ts";
import { platformClinics } from "#features/platform/contract.ts";
import { prescriptionPdf } from "#features/prescriptions/contract.ts";
import { insertPatient } from "#features/registration/server/add-patient.ts";
import { analytics, dashboardFigures } from "#features/reports/contract.ts";
import { readAnalytics } from "#features/reports/server/analytics.ts";
import { readDashboardFigures } from "#features/reports/server/dashboard.ts";
import { listVisits } from "#features/visits/contract.ts";
import { listVisits as readVisits } from "#features/visits/server/list-visits.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { withClient } from "#server/database/with-client.ts";
import { jsonSchemaOf } from "#server/http/answer-schema.ts";
import { storeAnswer, takeIdempotencyKey } from "#server/http/idempotency.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { HttpClient } from "#test/harness/http-client.ts";
import { type Request, requestFor } from "#test/request-for.ts";
import type { SignedIn, SpeedEnvironment } from "./environment.ts";
import type { FloorCall, Statement } from "./floor.ts";
import { weekAhead } from "./front-desk-day.ts";
import { uniqueId } from "./load.ts";
import { Recorder } from "./recorder.ts";

/** A measured call: its requests, each with the statements that the product sends to the database for it. */
export type Call = {
  endpoint: Endpoint;
  shape: FloorCall["shape"];
  isTransaction?: boolean;
  /** Fields of each row that no column has. The floor gets them in advance. */
  computes?: readonly string[];
  asked: { request: Request; statements: Statement[]; answering?: number }[];
};

/** First letters of a common surname, names with ñ and of two words, common given names, a rare one. */
const terms = ["san", "Santos", "peña", "Peñaflor", "dela cruz", "Ybañez Maria", "Marilou", "Quisumbing"];

/** The calls that `work` describes, with the statements of each recorded. */
export async function recorded(
  { platform }: SpeedEnvironment,
  work: (recorder: Recorder) => Promise<Record<string, Call>>,
): Promise<Record<string, Call>> {
  const recorder = new Recorder(platform.databaseUrl);
  try {
    return await work(recorder);
  } finally {
    await recorder.close();
  }
}

export async function lists(recorder: Recorder, of: { owner: SignedIn; search?: string }[]): Promise<Call> {
  const asked = [];
  for (const { owner, search } of of) {
    const selection = selectionOf(search === undefined ? {} : { search });
    let isCounted = false;
    const read = async (clinic: ClinicScope) => {
      const page = { sort: sortOf(selection), limit: 25 };
      const { rows, total } = await readPage(clinic, selection, page, manilaDay(new Date()));
      isCounted = total === undefined && rows.length > 25;
      if (isCounted) await countPatients(clinic, selection);
    };
    const statements = await recorder.read(owner, read);
    // A search that reads surnames first answers what it read last.
    const answering = statements.length - (isCounted ? 2 : 1);
    asked.push({ request: listOf(owner, search), statements, answering });
  }
  return { endpoint: listPatients, shape: "list", asked };
}

export const newest = ({ owners }: SpeedEnvironment, recorder: Recorder) =>
  lists(
    recorder,
    owners.map((owner) => ({ owner })),
  );

export const search = ({ owners }: SpeedEnvironment, recorder: Recorder) =>
  lists(
    recorder,
    owners.flatMap((owner) => terms.map((term) => ({ owner, search: term }))),
  );

/** `each` records of every clinic, newest first, clinic after clinic. */
export async function onePatientOf(
  { owners }: SpeedEnvironment,
  recorder: Recorder,
  each = 125,
): Promise<Call> {
  const asked = [];
  for (const { owner, id, request } of recordsOf(owners, each)) {
    const find = (clinic: ClinicScope) => findPatient(clinic, id, manilaDay(new Date()));
    asked.push({ request, statements: await recorder.unsent(owner, find) });
  }
  return { endpoint: onePatient, shape: "one", asked };
}

const recordsOf = (owners: SignedIn[], each: number) =>
  Array.from({ length: each }, (_, n) =>
    owners.flatMap((owner) => {
      const id = owner.patientIds.at(-1 - n);
      if (id === undefined) return [];
      return [{ owner, id, request: requestFor(onePatient, owner.token, { params: { id } }) }];
    }),
  ).flat();

/** As the form sends it: only the entered fields, with a number of its own. */
const newPatient = {
  admissionNo: `B-${uniqueId}`,
  hospital: "Makati Medical Center",
  patientName: "Dela Peña, Maria Concepcion Ybañez",
  sex: "F",
  birthday: "1984-03-09",
  contactNumber: "+639171234567",
  address: "14 Sikatuna St., Brgy. Zapatera, Cebu City",
  chiefComplaint: "Fever and cough for three days",
  preopDiagnosis: "Acute bronchitis",
  allergies: "penicillin",
} as const;

export async function create({ owners }: SpeedEnvironment, recorder: Recorder): Promise<Call> {
  const asked = [];
  for (const [n, request] of newPatientsOf(owners).entries()) {
    const add = (clinic: ClinicScope) => insertPatient(clinic, newPatient, new Date());
    const statements = await recorder.unsent(owners[n] as SignedIn, add);
    const answering = statements.findIndex(isInsert);
    // Without a row it would continue by asking for a free number.
    asked.push({ request, statements: statements.slice(0, answering + 1).map(numbered), answering });
  }
  return { endpoint: addPatient, shape: "one", asked };
}

/** As the screens send it: with an idempotency key, stored in the transaction of the row. */
export async function createOnce({ owners }: SpeedEnvironment, recorder: Recorder): Promise<Call> {
  const key = newPatient.admissionNo;
  const act = { endpoint: addPatient, key, path: addPatient.path, body: newPatient };
  const add = async (clinic: ClinicScope) => {
    await takeIdempotencyKey(clinic, act);
    const answer = await insertPatient(clinic, newPatient, new Date());
    await storeAnswer(clinic, act, { status: 200, answer });
  };
  const asked = [];
  for (const [n, request] of newPatientsOf(owners, { "idempotency-key": key }).entries()) {
    const owner = owners[n] as SignedIn;
    const statements = await recorder.pretending(owner, owner.patientIds[0] ?? 0, add);
    asked.push({ request, statements: statements.map(numbered), answering: statements.findIndex(isInsert) });
  }
  return { endpoint: addPatient, shape: "one", isTransaction: true, asked };
}

const isInsert = ({ text }: Statement) => text.includes('insert into "patients"');

/** Replaces the recorded number by that of each request. */
const numbered = (statement: Statement): Statement => ({
  ...statement,
  fromBody: statement.values.flatMap((value, place): [number, string][] =>
    value === newPatient.admissionNo ? [[place, "admissionNo"]] : [],
  ),
});

/** The same read of every clinic. */
async function ofClinics(
  { owners }: SpeedEnvironment,
  recorder: Recorder,
  endpoint: Endpoint,
  work: (clinic: ClinicScope) => Promise<unknown>,
  {
    shape = "stored",
    query = {},
    ...call
  }: Partial<Pick<Call, "shape" | "computes">> & { query?: Record<string, string> } = {},
): Promise<Call> {
  const asked = [];
  for (const owner of owners)
    asked.push({
      request: requestFor(endpoint, owner.token, { query }),
      statements: await recorder.read(owner, work),
    });
  return { endpoint, shape, asked, ...call };
}

/** What the front desk reads all day. Lists are made of their rows; the floor has the count in advance. */
export async function frontDeskCalls(environment: SpeedEnvironment, recorder: Recorder) {
  const now = new Date();
  const day = manilaDay(now);
  const week = weekAhead(now);
  return {
    board: await ofClinics(environment, recorder, listVisits, (clinic) => readVisits(clinic, now, {}), {
      shape: "rows",
      computes: ["isUnbilled"],
    }),
    calendar: await ofClinics(
      environment,
      recorder,
      listAppointments,
      (clinic) => listBetween(clinic, week),
      // An age is the one on the appointment's day; a doctor is named where several practise.
      { shape: "rows", query: week, computes: ["age", "closed", "overlaps", "practitionerId"] },
    ),
    count: await ofClinics(environment, recorder, dayCount, (clinic) =>
      readDayCount(clinic, { day, whose: null }),
    ),
  };
}

/** Reads of other screens, against a floor that runs the same queries and has its response in advance. */
export async function screenCalls(environment: SpeedEnvironment, recorder: Recorder) {
  const read = (endpoint: Endpoint, work: (clinic: ClinicScope) => Promise<unknown>) =>
    ofClinics(environment, recorder, endpoint, work);
  const now = new Date();
  const [admin = ""] = await environment.signIn([environment.platform.adminId]);
  const limit = 25;
  const ofAdmin = await recorder.functions(async ({ functions }) => {
    const filter = { search: null, status: null, at: now };
    await functions.rows("platformClinics", { ...filter, before: null, beforeId: null, limit: limit + 1 });
    await functions.value("countPlatformClinics", filter);
  });
  const page = requestFor(platformClinics, admin, { query: { limit: String(limit) } });
  const clinicsPage: Call = {
    endpoint: platformClinics,
    shape: "stored",
    asked: [{ request: page, statements: ofAdmin }],
  };
  return {
    "today's list": await read(todaysConsultations, (clinic) => listToday(clinic, now, {}).next()),
    "dashboard figures": await read(dashboardFigures, (clinic) =>
      readDashboardFigures(clinic, now, { withCollected: true }),
    ),
    "analytics report": await read(analytics, (clinic) => readAnalytics(clinic, "all", now)),
    notifications: await read(notifications, listNotifications),
    "admin clinics page": clinicsPage,
  };
}

/** Requests without a floor. */
const listOf = (owner: SignedIn, search?: string) =>
  requestFor(listPatients, owner.token, { query: { limit: "25", ...(search !== undefined && { search }) } });
export const newestOf = (owners: SignedIn[]) => owners.map((owner) => listOf(owner));
export const searchesOf = (owners: SignedIn[]) =>
  owners.flatMap((owner) => terms.map((term) => listOf(owner, term)));
export const recordRequests = (owners: SignedIn[], each: number) =>
  recordsOf(owners, each).map(({ request }) => request);
export const newPatientsOf = (owners: SignedIn[], headers: Record<string, string> = {}) =>
  owners.map(({ token }) => requestFor(addPatient, token, { body: newPatient, headers }));

/** The newest ten prescriptions of each clinic, as PDFs. */
export async function papersOf({ owners, platform }: SpeedEnvironment): Promise<Request[]> {
  return withClient(platform.databaseUrl, async (client) => {
    const papers: Request[] = [];
    for (const { clinicId, token, patientIds } of owners) {
      const { rows } = await client.query<{ id: string; patient_id: string }>(
        "select id, patient_id from prescriptions where clinic_id = $1 and patient_id = any ($2) limit 10",
        [clinicId, patientIds.slice(-50)],
      );
      for (const { id, patient_id } of rows)
        papers.push(requestFor(prescriptionPdf, token, { params: { id: patient_id, rxId: id } }));
    }
    return papers;
  });
}

/** Polls with an unchanged response: each client sends its ETag. */
export async function unchangedPolls(
  { owners }: SpeedEnvironment,
  origin: string,
  endpoint: Endpoint = notifications,
): Promise<Request[]> {
  const client = new HttpClient(new URL(origin));
  const polls = [];
  for (const { token } of owners) {
    const request = requestFor(endpoint, token, { headers: { "x-klinika-poll": "1" } });
    const { headers } = await client.send(request);
    polls.push({ ...request, headers: { ...request.headers, "if-none-match": String(headers.etag) } });
  }
  client.close();
  return polls;
}

export function floorCall({ endpoint, shape, isTransaction = false, asked }: Call): FloorCall {
  return {
    method: endpoint.method as "GET" | "POST",
    shape,
    ...(endpoint.response !== "file" && { schema: jsonSchemaOf(endpoint.response) }),
    isTransaction,
    asked: asked.map(({ statements, answering = 0 }) => ({ statements, answering })),
  };
}
