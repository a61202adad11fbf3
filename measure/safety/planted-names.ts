import { changePassword, login, signUp } from "#features/accounts/contract.ts";
import { saveClinicSettings } from "#features/clinics/contract.ts";
import { addConsultation, recordVitals } from "#features/consultations/contract.ts";
import { sendContactMessage } from "#features/contact/contract.ts";
import { uploadFiles } from "#features/files/contract.ts";
import { addPatient, editPatient, findDuplicates, listPatients } from "#features/patients/contract.ts";
import { savePrescription } from "#features/prescriptions/contract.ts";
import { sendReferral, writeReferralLetter } from "#features/referrals/contract.ts";
import { addStaffAccount } from "#features/staff/contract.ts";
import { addTask } from "#features/tasks/contract.ts";
import { type Figure, none } from "#measure/report/figure.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { aPdf, asMultipart } from "#test/example-files.ts";
import { aClinic, aPassword, aPatient } from "#test/factories.ts";
import type { Call } from "#test/request-for.ts";
import type { OwnEnvironment } from "#measure/harness/environment.ts";

/** Names that stand nowhere else, put into every field people write in, by calls that work and calls that fail. */
export async function provePlantedNames(environment: OwnEnvironment): Promise<Figure[]> {
  const { stage, send } = environment;
  const planted: string[] = [];
  const name = (place: string) => {
    const text = `zq${place}${planted.length}x`;
    planted.push(text);
    return text;
  };
  const clinic = await aClinic(stage, { name: `Clinic ${name("clinic")}` });
  const other = await aClinic(stage);
  const id = await aPatient(stage, clinic);
  const { token, email } = clinic.owner;
  planted.push(token);
  const person = {
    admissionNo: name("number"),
    hospital: name("hospital"),
    patientName: `${name("surname")}, ${name("given")}`,
    sex: "F",
    address: name("street"),
    email: `${name("mailbox")}@mail.test`,
    contactNumber: name("phone"),
    remarks: name("remark"),
    allergies: name("allergy"),
    internalNotes: name("secret"),
    customFields: { note: name("custom") },
  };
  const calls: [Endpoint, string | null, Call][] = [
    [addPatient, token, { body: person }],
    // A second one by the same number: the database says which number it was.
    [addPatient, token, { body: person }],
    [editPatient, token, { params: { id }, body: { remarks: name("edit") } }],
    [editPatient, token, { params: { id }, body: { [name("unknown")]: 1 } }],
    [findDuplicates, token, { body: { patientName: name("likely") } }],
    [listPatients, token, { query: { search: name("search") } }],
    [listPatients, token, { query: { diagnosis: name("diagnosis"), sort: name("sort") } }],
    [
      addConsultation,
      token,
      {
        body: {
          patientId: id,
          chiefComplaint: name("complaint"),
          diagnosis: name("finding"),
          treatment: name("treatment"),
        },
      },
    ],
    [recordVitals, token, { params: { id }, body: { vitalSigns: { pulse: 70 }, notes: name("vitals") } }],
    [
      savePrescription,
      token,
      {
        params: { id },
        body: {
          physicianName: name("doctor"),
          physicianLicense: name("license"),
          medications: [{ name: name("medicine"), dosage: "1", frequency: "1", duration: "1" }],
        },
      },
    ],
    [
      sendReferral,
      token,
      { params: { id }, body: { toClinicId: other.id, referralReason: name("referral") } },
    ],
    [
      writeReferralLetter,
      token,
      { params: { id }, body: { toClinicName: name("letter"), referralReason: "Echocardiography" } },
    ],
    [
      addStaffAccount,
      token,
      {
        body: {
          email: `${name("staff")}@mail.test`,
          firstName: name("first"),
          lastName: name("last"),
          permissions: [],
        },
      },
    ],
    [addTask, token, { body: { title: name("task") } }],
    [saveClinicSettings, token, { body: { name: name("rename") } }],
    [uploadFiles, token, asMultipart([[`${name("file")}.pdf`, aPdf()]])],
    [uploadFiles, token, asMultipart([[`${name("program")}.exe`, Buffer.from("MZ")]])],
    [login, null, { body: { email, password: name("guess") } }],
    [login, null, { body: { email: `${name("stranger")}@mail.test`, password: aPassword } }],
    [changePassword, token, { body: { currentPassword: name("old"), newPassword: name("new") } }],
    [
      sendContactMessage,
      null,
      { body: { name: name("visitor"), email: `${name("sender")}@mail.test`, message: name("message") } },
    ],
    [signUp, null, { body: { clinicName: name("signup"), email: "not an address" } }],
  ];
  const statuses = new Set<number>();
  for (const [endpoint, as, sent] of calls) statuses.add((await stage.call(endpoint, as, sent)).statusCode);
  await send({
    method: "POST",
    url: "/api/patients",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    payload: `{"${name("broken")}`,
  });
  await send({ method: "GET", url: `/api/${name("nowhere")}?q=${name("query")}`, headers: {} });
  await send({
    method: "GET",
    url: "/api/patients",
    headers: { cookie: `klinika_session=${name("cookie")}` },
  });
  // A fault within: the statement is written about, its values are not.
  await stage.sql("alter table tasks rename to tasks_away");
  statuses.add((await stage.call(addTask, token, { body: { title: name("fault") } })).statusCode);
  await stage.sql("alter table tasks_away rename to tasks");
  await environment.restart();
  const printed = environment.printed();
  const found = planted.filter((text) => printed.includes(text));
  return [
    none(`names planted in ${calls.length + 4} calls that stand in the log`, planted.length, found),
    {
      what: "answers among them of success, of refusal and of a fault within; lines of the log",
      figure: `${[...statuses].sort().join(" ")}; ${printed.split("\n").length}`,
      goal: "200, 400 and 500 among them; a line each",
      passes:
        [200, 400, 500].every((status) => statuses.has(status)) && printed.split("\n").length > calls.length,
    },
  ];
}
