import { adminLogin, currentUser as currentUserOf, login, signUp } from "#features/accounts/contract.ts";
import { changePassword, saveProfile } from "#features/accounts/security-contract.ts";
import {
  addDayOff,
  bookAppointment,
  changeAppointment,
  noteRecall,
} from "#features/appointments/contract.ts";
import {
  addBill,
  addPettyCash,
  addService,
  changeService,
  closeDayCount,
  markClaimsBilled,
  setOpeningFloat,
  takePayment,
  voidBill,
  voidPayment,
  voidPettyCash,
} from "#features/billing/contract.ts";
import { addCustomField, changeCustomField, saveClinicSettings } from "#features/clinics/contract.ts";
import {
  addAddendum,
  addConsultation,
  beginFullHistory,
  recordVitals,
  writeFullHistory,
} from "#features/consultations/contract.ts";
import { sendContactMessage } from "#features/contact/contract.ts";
import { patientFiles, uploadFiles } from "#features/files/contract.ts";
import { addPatient, archivePatient, editPatient } from "#features/patients/contract.ts";
import { addFavourite, changeFavourite, savePrescription } from "#features/prescriptions/contract.ts";
import {
  availableClinics,
  declineReferral,
  sendReferral,
  sharedWithMe,
  writeReferralLetter,
} from "#features/referrals/contract.ts";
import { addStaffAccount, staffAccounts as staffList } from "#features/staff/contract.ts";
import { addTask, changeTask } from "#features/tasks/contract.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { splitDoctorName } from "#shared/formats/doctor-names.ts";
import { permissions } from "#shared/permissions.ts";
import type { Answer, Stage } from "#test/app.ts";
import { acceptedBodies } from "#test/data/accepted-bodies.ts";
import { aPdf, asMultipart, onePixel } from "#test/data/example-files.ts";
import { nameOf } from "#test/endpoints.ts";
import { payloadIn } from "./script-payloads.ts";
import { filled, type TextInput, textInputs } from "./text-inputs.ts";

/** A text as it was put into an input, or into the name of a file. */
export type Planted = { place: string; text: string };

type Person = { token: string; email: string };

/** A clinic with one payload in every text input. */
export type PlantedClinic = {
  owner: Person;
  staff: Person & { id: number };
  /** The clinic that patients are referred to, and its owner. */
  receiver: Person;
  admin: Person;
  patient: number;
  /** Under two of them the receiving clinic finds the patient: an open referral and a declined one. */
  referred: number;
  task: string;
  prescription: number;
  consultation: number;
  fullHistory: number;
  letter: number;
  files: string[];
  planted: Planted[];
  /** Unexpected responses while planting. */
  odd: string[];
};

/** As the product stores it: an account's email in lower case, a doctor's name as first and last name. */
function asKept(place: string, text: string): string {
  if (/(signup|secretaries|contact) email$/.test(place)) return text.toLowerCase();
  if (!place.endsWith("signup doctorName")) return text;
  const { firstName, lastName } = splitDoctorName(text);
  return `${firstName} ${lastName}`;
}

type Caller = Pick<Stage, "call">;

export const plantedPassword = "sinigang-at-noon-7";
/** The platform administrator. */
export type AdminSignIn = { email: string; password: string };

const fileNames = ["laboratoryFiles", "imagingFiles", "otherFiles"] as const;
/** After the inputs of the contracts: names of files are sent as uploads. */
const numberOfFile = (at: number) => textInputs.length + at;

const consent = { agreedBy: "The patient", at: "2026-11-20" };

let made = 0;
const next = () => `${process.pid}x${Date.now().toString(36)}x${++made}`;

export async function plantClinic(
  { call }: Caller,
  payload: string,
  admin: AdminSignIn,
): Promise<PlantedClinic> {
  const planted: Planted[] = [];
  const odd: string[] = [];
  // If the bare text is refused, a name may begin with a letter and an address may contain it.
  const textsFor = (input: TextInput) => {
    const text = payloadIn(payload, textInputs.indexOf(input));
    return [text, `A ${text}`, `${text}${next()}@planted.test`];
  };
  const heard = (answer: Answer, what: string): Answer => {
    if (answer.statusCode >= 300) odd.push(`${what}: ${answer.statusCode} ${answer.body.slice(0, 300)}`);
    return answer;
  };
  /** Sends the body with the payload in all its texts; `keep` names those that must not change. */
  const plant = async (
    endpoint: Endpoint,
    token: string | null,
    { id, base, keep = [] }: { id?: number; base?: object; keep?: readonly string[] } = {},
  ) => {
    const start = base ?? (acceptedBodies[nameOf(endpoint)] as object);
    const { body, put } = filled(endpoint, start, (input) =>
      keep.includes(String(input.at[0])) || keep.includes(input.at.join(".")) ? [] : textsFor(input),
    );
    const answer = await call(endpoint, token, { ...(id !== undefined && { params: { id } }), body });
    heard(answer, `${nameOf(endpoint)} ${payload}`);
    if (answer.statusCode < 300)
      for (const [{ name }, text] of put) planted.push({ place: name, text: asKept(name, text) });
    return answer.json();
  };

  const open = async (): Promise<Person> => {
    const base = {
      ...(acceptedBodies[nameOf(signUp)] as object),
      password: plantedPassword,
      confirmPassword: plantedPassword,
    };
    const answer = await plant(signUp, null, {
      base: { ...base, email: `owner${next()}@planted.test` },
      keep: ["password", "confirmPassword"],
    });
    return { token: answer.token, email: answer.user?.email };
  };
  const owner = await open();
  const receiver = await open();
  // The receiving clinic keeps its sign-up data.
  await plant(saveProfile, owner.token);
  await plant(saveClinicSettings, owner.token, { keep: ["subdomain"] });
  await plant(addCustomField, owner.token, {
    base: { fieldName: "Blood type", fieldType: "choice", fieldOptions: ["x"] },
  });
  const field = await call(addCustomField, owner.token, { body: { fieldName: "Religion" } });
  await plant(changeCustomField, owner.token, {
    id: field.json().id,
    base: { fieldType: "choice", fieldOptions: ["x"] },
  });

  const staffAdded = await plant(addStaffAccount, owner.token, {
    base: {
      ...(acceptedBodies[nameOf(addStaffAccount)] as object),
      email: `staff${next()}@planted.test`,
      permissions,
    },
  });
  const [account] = (await call(staffList, owner.token)).json();
  const temporary = await call(login, null, {
    body: { email: account.email, password: staffAdded.tempPassword },
  });
  const changed = await call(changePassword, temporary.json().token, {
    body: { currentPassword: staffAdded.tempPassword, newPassword: plantedPassword },
  });
  heard(changed, nameOf(changePassword));
  const staffIn = await call(login, null, { body: { email: account.email, password: plantedPassword } });

  const files: string[] = [];
  for (const [at] of fileNames.entries()) {
    const name = payloadIn(payload, numberOfFile(at)).replaceAll("/", "∕");
    const upload = asMultipart([[`${name}.${at === 1 ? "png" : "pdf"}`, at === 1 ? onePixel : aPdf()]]);
    const answer = heard(await call(uploadFiles, owner.token, upload), nameOf(uploadFiles));
    files.push(answer.json().files?.[0]);
  }
  const lists = Object.fromEntries(fileNames.map((list, at) => [list, [files[at]]]));
  const keep = [...fileNames, "admissionNo", "vitalSigns"];
  const number = (n: number) => ({
    ...(acceptedBodies[nameOf(addPatient)] as object),
    admissionNo: `N-${n}`,
  });
  const admitted = { admissionStatus: "Admitted", dateOfAdmission: "2026-11-20", patientStatus: "Waiting" };
  const person = await plant(addPatient, owner.token, {
    base: { ...number(1), ...admitted, ...lists },
    keep,
  });
  const patient: number = person.id;
  await plant(editPatient, owner.token, { id: patient, base: {}, keep: fileNames });
  const named: { name: string; category: string }[] = (
    await call(patientFiles, owner.token, { params: { id: patient } })
  ).json();
  // Characters that no file system accepts were replaced.
  for (const { name, category } of named)
    planted.push({ place: `the name of a file, ${category}`, text: name });
  const second = await plant(addPatient, owner.token, { base: number(2), keep });
  const archived = await plant(addPatient, owner.token, { base: number(3), keep });
  heard(await call(archivePatient, owner.token, { params: { id: archived.id } }), nameOf(archivePatient));

  const visit = await plant(addConsultation, owner.token, {
    base: { ...(acceptedBodies[nameOf(addConsultation)] as object), patientId: patient },
    keep: ["vitalSigns"],
  });
  await plant(addAddendum, owner.token, { id: visit.id });
  await plant(recordVitals, owner.token, { id: patient, keep: ["vitalSigns"] });
  const whole = await plant(beginFullHistory, owner.token, { id: patient });
  await plant(writeFullHistory, owner.token, { id: whole.id, base: { status: "finished" } });
  await plant(addFavourite, owner.token);
  // A medicine with a generic name is listed by that name only.
  const aFavourite = acceptedBodies[nameOf(addFavourite)] as object;
  await plant(addFavourite, owner.token, { keep: ["name", "medications.0.genericName"] });
  for (const [at, keep] of [["name", "medications.0.genericName"], []].entries())
    await plant(changeFavourite, owner.token, {
      id: (await call(addFavourite, owner.token, { body: { ...aFavourite, name: `Throat ${at}` } })).json()
        .id,
      base: { medications: [{ name: "x" }] },
      keep,
    });
  const prescription = await plant(savePrescription, owner.token, { id: patient });
  const letter = await plant(writeReferralLetter, owner.token, {
    id: patient,
    base: { ...(acceptedBodies[nameOf(writeReferralLetter)] as object), consent },
  });

  const keepTimes = ["startsAt", "dueDay"];
  const anAppointment = { ...(acceptedBodies[nameOf(bookAppointment)] as object) };
  const appointment = await plant(bookAppointment, owner.token, {
    base: { ...anAppointment, patientId: patient },
    keep: [...keepTimes, "personName", "contactNumber"],
  });
  // One stays as booked, one is changed.
  const bookStranger = () =>
    plant(bookAppointment, owner.token, { base: { ...anAppointment, patientId: null }, keep: keepTimes });
  await bookStranger();
  const stranger = await bookStranger();
  await plant(changeAppointment, owner.token, {
    id: appointment.id,
    base: {},
    keep: [...keepTimes, "personName", "contactNumber"],
  });
  await plant(changeAppointment, owner.token, { id: stranger.id, base: {}, keep: keepTimes });
  await plant(noteRecall, owner.token, {
    base: { ...(acceptedBodies[nameOf(noteRecall)] as object), patientId: patient },
    keep: keepTimes,
  });
  await plant(addDayOff, owner.token, { keep: ["firstDay", "lastDay"] });
  await plant(addService, owner.token, { keep: ["amount"] });
  const service = (await call(addService, owner.token, { body: acceptedBodies[nameOf(addService)] })).json();
  await plant(changeService, owner.token, { id: service.id, base: {}, keep: ["amount"] });
  const aBill = {
    base: { ...(acceptedBodies[nameOf(addBill)] as object), patientId: patient },
    keep: ["lines.0.amount", "hmo.approved", "hmo.validUntil", "discount.percent"],
  };
  const bill = await plant(addBill, owner.token, aBill);
  const keepAmounts = ["amount", "tendered"];
  await plant(takePayment, owner.token, { id: bill.id, keep: keepAmounts });
  const mistaken = (await plant(takePayment, owner.token, { id: bill.id, keep: keepAmounts })).payments?.at(
    -1,
  );
  await plant(voidPayment, owner.token, { id: mistaken?.id });
  await plant(closeDayCount, owner.token, { keep: ["counted"] });
  await plant(setOpeningFloat, owner.token, { keep: ["amount"] });
  const petty = () => plant(addPettyCash, owner.token, { keep: ["amount"] });
  await petty();
  await plant(voidPettyCash, owner.token, { id: (await petty()).id });
  await plant(markClaimsBilled, owner.token, { base: { billIds: [bill.id], reference: "SOA-7" } });
  await plant(voidBill, owner.token, { id: (await plant(addBill, owner.token, aBill)).id });

  const clinics: { id: number; name: string }[] = (await call(availableClinics, owner.token)).json();
  const mine = (await call(currentUserOf, receiver.token)).json().clinicId;
  if (!clinics.some(({ id }) => id === mine)) odd.push("the receiving clinic is not listed");
  const refer = (id: number) =>
    plant(sendReferral, owner.token, {
      id,
      base: { ...(acceptedBodies[nameOf(sendReferral)] as object), toClinicId: mine, consent },
    });
  await refer(second.id);
  const [waiting] = (await call(sharedWithMe, receiver.token)).json();
  await plant(declineReferral, receiver.token, { id: waiting?.id });
  await refer(patient);

  const task = await plant(addTask, owner.token, {
    base: { ...(acceptedBodies[nameOf(addTask)] as object), assignedToId: account.id },
  });
  const other = await call(addTask, owner.token, { body: acceptedBodies[nameOf(addTask)] });
  await plant(changeTask, owner.token, { id: other.json().id, base: {} });
  await plant(sendContactMessage, null);
  const adminIn = heard(await call(adminLogin, null, { body: admin }), nameOf(adminLogin));
  return {
    owner,
    staff: { id: account.id, email: account.email, token: staffIn.json().token },
    receiver,
    admin: { token: adminIn.json().token, email: admin.email },
    patient,
    referred: second.id,
    task: task.title,
    prescription: prescription.id,
    consultation: visit.id,
    fullHistory: whole.id,
    letter: letter.id,
    files,
    planted,
    odd,
  };
}
