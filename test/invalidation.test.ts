import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  addPasskey,
  answerSecondFactor,
  changePassword,
  confirmEmail,
  confirmPassword,
  confirmSecondFactor,
  endDevice,
  endOtherDevices,
  forgotPassword,
  leaveStaffMode,
  logout,
  passkeyOptions,
  removePasskey,
  removeSecondFactor,
  resendConfirmation,
  resetPassword,
  SignInAnswer,
  saveProfile,
  setStaffModePin,
  setUpSecondFactor,
} from "#features/accounts/contract.ts";
import {
  addCustomField,
  changeCustomField,
  removeCustomField,
  saveClinicSettings,
} from "#features/clinics/contract.ts";
import { addConsultation, beginFullHistory, recordVitals } from "#features/consultations/contract.ts";
import { uploadFiles } from "#features/files/contract.ts";
import {
  addPatient,
  archivePatient,
  deletePatient,
  editPatient,
  findDuplicates,
} from "#features/patients/contract.ts";
import {
  handleMessage,
  setClinicStatus,
  setClinicSubscription,
  setClinicVerified,
} from "#features/platform/contract.ts";
import { addFavourite, releasePrescription, savePrescription } from "#features/prescriptions/contract.ts";
import { claimReferral, sendReferral } from "#features/referrals/contract.ts";
import { deactivateStaffAccount } from "#features/staff/contract.ts";
import { addTask, deleteTask } from "#features/tasks/contract.ts";
import { type KnownClinic, knownClinic, paramsFor } from "#prove/known-records.ts";
import { jobs } from "#server/jobs.ts";
import { type Endpoint, pathOf } from "#shared/endpoint.ts";
import { type Actor, can } from "#shared/permissions.ts";
import { acceptedBodies } from "./accepted-bodies.ts";
import { startTestApp, type TestApp, testNow } from "./app.ts";
import { Authenticator } from "./authenticator.ts";
import { endpoints, nameOf } from "./endpoints.ts";
import { aPdf, asMultipart, onePixel } from "./example-files.ts";
import { aClinic, anAdmin, aPassword, aSession, aStaffMember, type TestUser } from "./factories.ts";
import { type MailServer, startMailServer } from "./mail-server.ts";
import type { Call } from "./request-for.ts";

const origin = "https://klinika.test";

let app: TestApp;
let mail: MailServer;

beforeAll(async () => {
  mail = await startMailServer();
  app = await startTestApp({
    CHANGES_PER_MINUTE: "100000",
    UPLOADS_PER_MINUTE: "100000",
    PAPERS_PER_MINUTE: "100000",
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    SUPPORT_EMAIL: "support@klinika.test",
    PUBLIC_URL: origin,
    TRUST_PROXY: "1",
  });
});
afterAll(async () => {
  await app.close();
  await mail.stop();
});

const isRead = ({ method, response }: Endpoint) => method === "GET" && response !== "file";

/** They begin or end a session, and with it the browser's cache. */
const ofSessions = (endpoint: Endpoint) =>
  endpoint.response === SignInAnswer ||
  [answerSecondFactor, leaveStaffMode, logout, resetPassword].some((one) => one === endpoint);

const mutations = endpoints.filter((one) => one.method !== "GET" && !ofSessions(one));

/** Before the others: what they need. */
const early: readonly Endpoint[] = [resendConfirmation, confirmEmail, editPatient, setUpSecondFactor];
/** After the others, for they take away what those need; in this order. */
const late: readonly Endpoint[] = [
  removePasskey,
  removeSecondFactor,
  deactivateStaffAccount,
  deletePatient,
  endDevice,
  endOtherDevices,
  changePassword,
];
const inTurn = [...early, ...mutations.filter((one) => !early.includes(one) && !late.includes(one)), ...late];

type Person = Actor & { token: string };
type Reader = { endpoint: Endpoint; name: string; as: Person; call: Call };
type Sent = Call & { as?: Person };

/** A clinic with everything in it, and what to send for each mutation to succeed and to change as much as it can. */
async function setScene() {
  const clinic = await knownClinic(app);
  const { owner, records } = clinic;
  const patient = { id: Number(records.patient) };
  const send = async (endpoint: Endpoint, call: Call, as: TestUser = owner) => {
    const answer = await app.call(endpoint, as.token, call);
    expect(answer.statusCode, `${nameOf(endpoint)}: ${answer.body}`).toBeLessThan(300);
    return answer.json();
  };
  const admin = await anAdmin(app);
  const third = await aClinic(app);
  const shutOut = await aClinic(app);
  const assistant = await aStaffMember(app, clinic, ["view_patients"]);
  await aSession(app, owner.id);
  const claimed = await anArchivedPatientReferredAgain(clinic, third, send);
  const prepared = await send(savePrescription, { params: patient, body: rx }, assistant);
  const { files } = await send(uploadFiles, asMultipart([["X-ray.pdf", aPdf("X-ray")]]));
  const task = await send(addTask, { body: { title: "Renew PTR", assignedToId: owner.id } });
  const field = await send(addCustomField, { body: { fieldName: "Allergy card" } });
  await app.sql("update users set email_unconfirmed_since = now() where id = $1", [owner.id]);

  const asOwner: Person = { token: owner.token, role: "owner", permissions: [], clinicId: clinic.id };
  const asAdmin: Person = { token: admin.token, role: "admin", permissions: [], clinicId: null };
  const own: [Endpoint, Sent | ((answers: Map<Endpoint, unknown>) => Sent | Promise<Sent>)][] = [
    [confirmEmail, async () => ({ body: { token: await mailedToken() } })],
    [
      saveProfile,
      { body: { firstName: "Rafaela", lastName: "Cruz", licenseNumber: "0012345", ptrYear: "2026" } },
    ],
    [changePassword, { body: { currentPassword: aPassword, newPassword: "sampaloc-at-dusk-9" } }],
    [forgotPassword, { body: { email: owner.email } }],
    [confirmPassword, { body: { password: aPassword } }],
    [
      confirmSecondFactor,
      (answers) => ({
        body: { code: codeOf((answers.get(setUpSecondFactor) as { secret: string }).secret) },
      }),
    ],
    [
      addPasskey,
      (answers) => ({ body: { name: "Phone", passkey: passkeyFor(answers.get(passkeyOptions)) } }),
    ],
    [setStaffModePin, { body: { pin: "482915" } }],
    [
      saveClinicSettings,
      {
        body: {
          name: "Santos Clinic",
          address: "12 Mango Avenue",
          bedCapacity: 7,
          primaryColor: "#2b4d8c",
          requiresSecondFactor: true,
        },
      },
    ],
    [addCustomField, { body: { fieldName: "Dialect" } }],
    // A clinic's field that patients have values of.
    [changeCustomField, { params: { id: Number(records.customField) }, body: { fieldName: "Blood group" } }],
    [removeCustomField, { params: { id: field.id } }],
    [
      editPatient,
      {
        params: patient,
        body: {
          patientName: "Reyes, Ana Maria",
          birthday: "1961-03-17",
          hospital: "Cardinal Santos Medical Center",
          amount: "4500",
          paymentStatus: "Overdue",
          remarks: "Prefers mornings",
          appointmentTime: "2026-11-20T06:00:00.000Z",
          imagingFiles: files,
          customFields: { "Blood type": "O+" },
        },
      },
    ],
    [
      addPatient,
      { body: { ...(acceptedBodies[nameOf(addPatient)] as object), admissionStatus: "Admitted" } },
    ],
    [findDuplicates, { body: { patientName: "Reyes, Ana" } }],
    [
      addConsultation,
      { body: { ...(acceptedBodies[nameOf(addConsultation)] as object), patientId: patient.id } },
    ],
    [beginFullHistory, { params: { id: claimed.patient }, body: { chiefComplaint: "Fever" } }],
    [addFavourite, { body: { name: "Cough", medications: [{ name: "paracetamol" }] } }],
    [releasePrescription, { params: { ...patient, rxId: prepared.id } }],
    [sendReferral, { params: patient, body: { toClinicId: third.id, referralReason: "Echocardiography" } }],
    [claimReferral, { params: { id: claimed.referral } }],
    [deleteTask, { params: { id: task.id } }],
    [setClinicStatus, { params: { id: shutOut.id }, body: { isActive: false } }],
    [setClinicSubscription, { params: { id: shutOut.id }, body: { subscriptionStatus: "active" } }],
    [setClinicVerified, { params: { id: shutOut.id }, body: { isVerified: true } }],
    [handleMessage, { params: { id: Number(records.message) }, body: { isHandled: true } }],
  ];
  const callFor = async (endpoint: Endpoint, answers: Map<Endpoint, unknown>): Promise<Call> => {
    const special = own.find(([one]) => one === endpoint)?.[1];
    const body = acceptedBodies[nameOf(endpoint)];
    return {
      params: special ? {} : paramsFor(endpoint, records),
      ...(endpoint.body && body !== undefined && { body }),
      ...(endpoint.upload && asMultipart([["a.png", onePixel]], endpoint.upload.field)),
      ...(typeof special === "function" ? await special(answers) : special),
    };
  };
  return { clinic, callFor, asOwner, asAdmin, readers: readersOf(clinic, claimed.patient, asOwner, asAdmin) };
}

const rx = acceptedBodies[nameOf(savePrescription)];

/** What the clinic claimed and archived, referred to it again with readings and a file that it has not got. */
async function anArchivedPatientReferredAgain(
  clinic: KnownClinic,
  sender: { id: number; owner: TestUser },
  send: (endpoint: Endpoint, call: Call, as?: TestUser) => Promise<{ id: number } & Record<string, never>>,
) {
  const { id: theirs } = await send(addPatient, { body: acceptedBodies[nameOf(addPatient)] }, sender.owner);
  const refer = () =>
    send(
      sendReferral,
      { params: { id: theirs }, body: { toClinicId: clinic.id, referralReason: "Echocardiography" } },
      sender.owner,
    );
  const first = await send(claimReferral, { params: { id: (await refer()).id } });
  const patient = Number(first.patientId);
  await send(archivePatient, { params: { id: patient } });
  await send(recordVitals, { params: { id: theirs }, body: { vitalSigns: { pulse: 92 } } }, sender.owner);
  const { files } = await send(uploadFiles, asMultipart([["ECG.pdf", aPdf("ECG")]]), sender.owner);
  await send(editPatient, { params: { id: theirs }, body: { laboratoryFiles: files } }, sender.owner);
  return { patient, referral: (await refer()).id };
}

/** Every read that the owner or the administrator may make; what is of one patient for two of them. */
function readersOf({ records }: KnownClinic, other: number, ...people: Person[]): Reader[] {
  return people.flatMap((as) =>
    endpoints
      .filter((endpoint) => isRead(endpoint) && can(as, endpoint.access) && isOwnRead(endpoint, as))
      .flatMap((endpoint) => {
        const params = paramsFor(endpoint, records);
        const ofPatient = endpoint.path.startsWith("/api/patients/:id");
        const asked = ofPatient ? [params, { ...params, id: other }] : [params];
        return asked.map((each) => ({
          endpoint,
          as,
          call: { params: each },
          name: `${endpoint.method} ${pathOf(endpoint, each)}`,
        }));
      }),
  );
}

/** The administrator's own account is as the owner's. */
const isOwnRead = ({ access }: Endpoint, { role }: Person) => role !== "admin" || access === "admin";

async function answersOf(readers: readonly Reader[]): Promise<Map<Reader, string>> {
  await app.app.kit.views.flush();
  const answers = new Map<Reader, string>();
  const next = readers.values();
  const readOn = async () => {
    for (const reader of next) {
      const { statusCode, body, headers } = await app.call(reader.endpoint, reader.as.token, reader.call);
      answers.set(reader, `${statusCode} ${headers["x-total-count"]} ${body}`);
    }
  };
  await Promise.all([readOn(), readOn(), readOn(), readOn()]);
  return answers;
}

const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: testNow.getTime() });

function passkeyFor(answer: unknown) {
  const { options } = answer as { options: { challenge: string } };
  return new Authenticator().attestation({ origin, rpId: "klinika.test", challenge: options.challenge });
}

async function mailedToken(): Promise<string> {
  await jobs.find(({ name }) => name === "mail links to accounts")?.run(app.app, app.app.kit.now());
  const text = (mail.letters.at(-1)?.raw ?? "").replace(/=\r\n/g, "").replace(/=3D/g, "=");
  return /\/confirm-email#token=([\w-]+)/.exec(text)?.[1] ?? "";
}

/** As the screens do (src/web/calls.ts): what a mutation changes against what a read reads. */
const invalidates = (mutation: Endpoint, { reads = [] }: Endpoint) =>
  reads.some((read) => mutation.changes?.includes(read));

/** A deleted record has no answer any more, and its screens are left. */
const isDeletedBy = (mutation: Endpoint, { name }: Reader, { params }: Call) =>
  mutation.method === "DELETE" && `${name}/`.startsWith(`GET ${pathOf(mutation, params)}/`);

test("no mutation leaves a read stale: each answer that it changed is one that it invalidates", {
  timeout: 120_000,
}, async () => {
  const { readers, callFor, asOwner, asAdmin } = await setScene();
  // Twice: what the first look notes in the record history is seen by the second.
  await answersOf(readers);
  let before = await answersOf(readers);
  const answers = new Map<Endpoint, unknown>();
  const failed: string[] = [];
  const stale: string[] = [];
  for (const mutation of inTurn) {
    const as = mutation.access === "admin" ? asAdmin : asOwner;
    const call = await callFor(mutation, answers);
    const answer = await app.call(mutation, mutation.access === "public" ? null : as.token, call);
    if (answer.statusCode >= 300) failed.push(`${nameOf(mutation)}: ${answer.statusCode} ${answer.body}`);
    answers.set(mutation, mutation.response === "file" ? null : answer.json());
    const after = await answersOf(readers);
    for (const reader of readers) {
      if (after.get(reader) === before.get(reader)) continue;
      if (invalidates(mutation, reader.endpoint) || isDeletedBy(mutation, reader, call)) continue;
      stale.push(`${nameOf(mutation)} leaves ${reader.name} stale`);
    }
    before = after;
  }
  expect({ failed, stale }).toEqual({ failed: [], stale: [] });
});
