import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { login, staffLogin } from "#features/accounts/contract.ts";
import { addAllergy, changeAllergy } from "#features/clinical-lists/contract.ts";
import { addAddendum, addConsultation, recordVitals } from "#features/consultations/contract.ts";
import { markEntry } from "#features/consultations/entries-in-error-contract.ts";
import { addPaper, paperPdf, patientPapers, releasePaper, withdrawPaper } from "#features/papers/contract.ts";
import {
  patientPrescriptions,
  prescribingPhysician,
  prescriptionPdf,
  releasePrescription,
  savePrescription,
  withdrawPrescription,
} from "#features/prescriptions/contract.ts";
import {
  cancelReferral,
  patientReferrals,
  referralLetterPdf,
  releaseReferralLetter,
  sendReferral,
  writeReferralLetter,
} from "#features/referrals/contract.ts";
import { removeSignature, saveSignature } from "#features/signatures/contract.ts";
import { addVisit } from "#features/visits/contract.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import type { SignedState } from "#shared/signed-papers.ts";
import { startTestApp, type TestApp, testNow } from "#test/app.ts";
import { asMultipart } from "#test/data/example-files.ts";
import {
  aClinic,
  aDoctor,
  aPassword,
  aPatient,
  aStaffMember,
  type TestClinic,
  type TestUser,
} from "#test/data/factories.ts";
import { wordsOf } from "#test/pdf-text.ts";

let test: TestApp;
let clinic: TestClinic;
let elsewhere: TestClinic;
let owner: TestUser & { practitionerId: number };
let doctor: TestUser & { practitionerId: number };
let secretary: TestUser;
let hand: Buffer;

beforeAll(async () => {
  test = await startTestApp();
  hand = await sharp({ create: { width: 300, height: 100, channels: 4, background: "#1a1a1a80" } })
    .png()
    .toBuffer();
  test.setNow(testNow);
  clinic = await aClinic(test);
  elsewhere = await aClinic(test);
  doctor = await aDoctor(test, clinic);
  const [row] = await test.sql<{ id: string }>("select id from practitioners where user_id = $1", [
    clinic.owner.id,
  ]);
  owner = { ...clinic.owner, practitionerId: Number(row?.id) };
  secretary = await aStaffMember(test, clinic, ["view_patients", "edit_patients"]);
});
afterAll(() => test.close());

type Saved = { id: number; patientId: number };
type Kind = {
  name: string;
  table: "prescriptions" | "clinic_papers" | "referrals";
  save: Endpoint;
  body: () => object;
  release: Endpoint;
  withdraw: Endpoint;
  pdf: Endpoint;
  list: Endpoint;
  /** The name of its id in a path. */
  id: "rxId" | "paperId" | "referralId";
  stateOf: (saved: Record<string, unknown>) => SignedState;
};

const prescribed = {
  physicianName: "Somebody Else, MD",
  physicianLicense: "1111111",
  medications: [{ name: "cetirizine", dosage: "1 tab", frequency: "OD", duration: "5 days" }],
};
const paper = {
  table: "clinic_papers",
  save: addPaper,
  release: releasePaper,
  withdraw: withdrawPaper,
  pdf: paperPdf,
  list: patientPapers,
  id: "paperId",
  stateOf: ({ state }: Record<string, unknown>) => state as SignedState,
} as const;
const letter = {
  table: "referrals",
  release: releaseReferralLetter,
  withdraw: cancelReferral,
  pdf: referralLetterPdf,
  list: patientReferrals,
  id: "referralId",
  stateOf: ({ status, awaitsRelease }: Record<string, unknown>) =>
    status === "cancelled" ? "withdrawn" : awaitsRelease ? "prepared" : "final",
} as const;
/** Everything that leaves the clinic in a doctor's name. */
const kinds: Kind[] = [
  {
    name: "a prescription",
    table: "prescriptions",
    save: savePrescription,
    body: () => prescribed,
    release: releasePrescription,
    withdraw: withdrawPrescription,
    pdf: prescriptionPdf,
    list: patientPrescriptions,
    id: "rxId",
    stateOf: ({ status }) => status as SignedState,
  },
  {
    name: "a certificate",
    ...paper,
    body: () => ({ template: "medical_certificate", fields: { diagnosis: "Flu" } }),
  },
  {
    name: "a request",
    ...paper,
    body: () => ({ template: "laboratory_request", fields: { tests: ["cbc"] } }),
  },
  {
    name: "a letter",
    ...letter,
    save: writeReferralLetter,
    body: () => ({ toClinicName: "Vicente Sotto Memorial", referralReason: "Echocardiography" }),
  },
  {
    name: "a referral",
    ...letter,
    save: sendReferral,
    body: () => ({ toClinicId: elsewhere.id, referralReason: "Echocardiography" }),
  },
];

const aRecord = () =>
  aPatient(test, clinic, { patient_name: "Nuñez, Althea Marie", sex: "F", birthday: "2018-05-02" });
const save = async (kind: Kind, as: TestUser, named?: { practitionerId: number }, patient?: number) =>
  test.call(kind.save, as.token, {
    params: { id: patient ?? (await aRecord()) },
    body: { ...kind.body(), ...(named && { practitionerId: named.practitionerId }) },
  });
const sent = (kind: Kind, { id, patientId }: Saved, body?: object) => ({
  params: kind.withdraw === cancelReferral && body ? { id } : { id: patientId, [kind.id]: id },
  ...(body && kind.withdraw !== cancelReferral && { body }),
});
const release = (kind: Kind, saved: Saved, as: TestUser) =>
  test.call(kind.release, as.token, sent(kind, saved));
const withdraw = (kind: Kind, saved: Saved, as: TestUser) =>
  test.call(kind.withdraw, as.token, sent(kind, saved, { reason: "Wrong patient" }));
const stateNow = async (kind: Kind, { id, patientId }: Saved) => {
  const rows: Record<string, unknown>[] = (
    await test.call(kind.list, owner.token, { params: { id: patientId } })
  ).json();
  return kind.stateOf(rows.find((row) => row.id === id) ?? {});
};

describe.each(kinds)("$name", (kind) => {
  it("is final when its doctor writes it", async () => {
    for (const [as, named] of [
      [doctor, undefined],
      [doctor, doctor],
      [owner, undefined],
      [owner, owner],
    ] as const) {
      const saved = (await save(kind, as, named)).json();
      expect(kind.stateOf(saved)).toBe("final");
      expect(saved.practitioner).toMatchObject({ id: as.practitionerId, userId: as.id });
    }
  });

  it("names a doctor who practises in the clinic, also when staff write it", async () => {
    const away = await aDoctor(test, elsewhere);
    for (const [named, message] of [
      [undefined, "Choose the doctor."],
      [away, "This doctor does not see patients here. Choose another."],
      // A secretary is no practitioner.
      [{ practitionerId: secretary.id }, "This doctor does not see patients here. Choose another."],
    ] as const) {
      const answer = await save(kind, secretary, named);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().fields.practitionerId).toBe(message);
    }
  });

  it.each([
    ["staff", () => [secretary, doctor, owner] as const],
    ["the owner", () => [owner, doctor, owner] as const],
    ["another doctor", () => [doctor, owner, doctor] as const],
  ])("that %s prepared is released by nobody but its doctor", async (_, people) => {
    const [author, named, other] = people();
    const saved = (await save(kind, author, named)).json();
    expect(kind.stateOf(saved)).toBe("prepared");
    expect((await test.call(kind.pdf, author.token, sent(kind, saved))).json().code).toBe("awaiting_release");
    const refused = await release(kind, saved, other);
    expect(refused.statusCode).toBe(403);
    expect(refused.json().message).toMatch(/^This \w+ was prepared for Dr\. .+, who alone can release it\.$/);
    expect((await release(kind, saved, secretary)).statusCode).toBe(403);
    expect((await release(kind, saved, elsewhere.owner)).statusCode).toBe(404);
    expect(await stateNow(kind, saved)).toBe("prepared");
    expect((await release(kind, saved, named)).statusCode).toBe(200);
    expect(await stateNow(kind, saved)).toBe("final");
  });

  it("waits in the notifications of its doctor alone", async () => {
    const patient = await aRecord();
    await save(kind, secretary, doctor, patient);
    const told = await test.sql<{ user_id: number }>(
      `select user_id::integer from notifications
       where clinic_id = $1 and (action_data ->> 'patientId')::bigint = $2`,
      [clinic.id, patient],
    );
    expect(told).toEqual([{ user_id: doctor.id }]);
  });

  it("prints the profile of its doctor, who signed it", async () => {
    const saved = (await save(kind, secretary, doctor)).json();
    await test.sql(
      "update practitioners set specialization = 'Pediatrics', printed_name = 'Ma. Corazon T. dela Peña' where id = $1",
      [doctor.practitionerId],
    );
    expect((await release(kind, saved, doctor)).statusCode).toBe(200);
    const words = await wordsOf((await test.call(kind.pdf, secretary.token, sent(kind, saved))).rawPayload);
    for (const printed of ["Ma. Corazon T. dela Peña", "Pediatrics", "PRC License No. 0104227"])
      expect(words).toContain(printed);
    expect(words).not.toContain("1111111");
  });

  it("is withdrawn by its doctor, and before its release by who prepared it", async () => {
    const preparer = kind.withdraw === cancelReferral ? owner : secretary;
    const prepared = (await save(kind, preparer, doctor)).json();
    const third = await aDoctor(test, clinic, { firstName: "Jun", lastName: "Ang" });
    expect((await withdraw(kind, prepared, third)).statusCode).toBe(403);
    expect((await withdraw(kind, prepared, preparer)).statusCode).toBe(200);
    expect(await stateNow(kind, prepared)).toBe("withdrawn");
    const final = (await save(kind, preparer, doctor)).json();
    await release(kind, final, doctor);
    for (const other of [owner, preparer, third])
      expect((await withdraw(kind, final, other)).statusCode).toBe(403);
    expect(await stateNow(kind, final)).toBe("final");
    expect((await withdraw(kind, final, doctor)).statusCode).toBe(200);
    expect(await stateNow(kind, final)).toBe("withdrawn");
  });

  it("is signed by nobody in staff mode", async () => {
    // A session of its own: the owner's rests as long as staff mode lasts.
    const own = (await test.call(login, null, { body: { email: owner.email, password: aPassword } })).json();
    const { token } = (
      await test.call(staffLogin, own.token, { body: { email: secretary.email, password: aPassword } })
    ).json();
    const desk = { ...secretary, token };
    const saved = (await save(kind, desk, owner)).json();
    expect(kind.stateOf(saved)).toBe("prepared");
    expect((await release(kind, saved, desk)).statusCode).toBe(403);
    expect(await stateNow(kind, saved)).toBe("prepared");
  });

  it("bears the signature of its doctor, in the version of the moment", async () => {
    const author = await aDoctor(test, clinic, { firstName: "Pilar", lastName: "Estrellado" });
    const byHand = (await save(kind, author)).json();
    expect(await borne(kind, byHand)).toBeNull();
    const first = await sign(author);
    const prepared = (await save(kind, secretary, author)).json();
    expect(await borne(kind, prepared)).toBeNull();
    const final = (await save(kind, author)).json();
    expect(await borne(kind, final)).toBe(first);
    const second = await sign(author);
    expect(second).not.toBe(first);
    await release(kind, prepared, author);
    expect(await borne(kind, prepared)).toBe(second);
    await test.call(removeSignature, author.token, {});
    for (const [saved, version] of [
      [byHand, null],
      [final, first],
      [prepared, second],
    ] as const) {
      expect(await borne(kind, saved)).toBe(version);
      const { rawPayload } = await test.call(kind.pdf, secretary.token, sent(kind, saved));
      expect(rawPayload.includes("/Subtype /Image")).toBe(version !== null);
    }
    expect(await borne(kind, (await save(kind, author)).json())).toBeNull();
  });

  it("takes no signature's id, from nobody", async () => {
    const theirs = await sign(doctor);
    await test.call(removeSignature, owner.token, {});
    const answer = await test.call(kind.save, owner.token, {
      params: { id: await aRecord() },
      body: { ...kind.body(), signatureId: theirs },
    });
    expect(answer.statusCode).toBe(400);
    const saved = (await save(kind, owner)).json();
    expect(await borne(kind, saved)).toBeNull();
    // Not even the server's own role can put one on, exchange it or take it off.
    const own = await sign(owner);
    const signed = (await save(kind, owner)).json();
    const set = `update ${kind.table} set signature_id = $1 where clinic_id = $2 and id = $3`;
    const role = kind.table === "referrals" ? "klinika_referral" : "klinika_app";
    for (const version of [theirs, null]) {
      await test.sql("begin");
      await test.sql("select set_scope($1, $2, '', 'prescription.release')", [clinic.id, String(owner.id)]);
      await test.sql(`set local role ${role}`);
      await test.sql(set, [version, clinic.id, signed.id]);
      await test.sql(set, [version, clinic.id, saved.id]);
      await test.sql("commit");
      expect(await borne(kind, signed)).toBe(own);
      expect(await borne(kind, saved)).toBeNull();
    }
    // Nor the database's owner that of somebody else.
    await expect(
      test.sql(
        `with scope as materialized (select set_scope($2::text, '', '', 'prescription.release'))
         update ${kind.table} set signature_id = $1 from scope where clinic_id = $2::bigint and id = $3`,
        [theirs, String(clinic.id), signed.id],
      ),
    ).rejects.toThrow(/foreign key/);
  });

  it("is signed by nobody when it names another doctor between check and write", async () => {
    await sign(doctor);
    const saved = (await save(kind, secretary, doctor)).json();
    const [column, other] =
      kind.table === "referrals"
        ? ["referring_doctor_id", owner.id]
        : ["practitioner_id", owner.practitionerId];
    await test.sql("begin");
    await test.sql("select set_scope($1, '', '', 'prescription.create')", [String(clinic.id)]);
    await test.sql(`update ${kind.table} set ${column} = $1 where clinic_id = $2 and id = $3`, [
      other,
      clinic.id,
      saved.id,
    ]);
    const pressed = release(kind, saved, doctor);
    await untilSomebodyWaits();
    await test.sql("commit");
    expect((await pressed).statusCode).not.toBe(200);
    expect(await stateNow(kind, saved)).toBe("prepared");
    expect(await borne(kind, saved)).toBeNull();
  });

  it("bears one of its doctor's signatures, released while another one is saved", async () => {
    const versions = [await sign(doctor)];
    const saved = (await save(kind, secretary, doctor)).json();
    const [released, next] = await Promise.all([release(kind, saved, doctor), sign(doctor)]);
    expect(released.statusCode).toBe(200);
    expect([...versions, next]).toContain(await borne(kind, saved));
  });

  it("is not signed by a doctor who is deactivated meanwhile", async () => {
    const leaving = await aDoctor(test, clinic, { firstName: "Leonora", lastName: "Abella" });
    const saved = (await save(kind, secretary, leaving)).json();
    await test.sql("begin");
    await test.sql("update users set is_active = false where id = $1", [leaving.id]);
    const pressed = release(kind, saved, leaving);
    await untilSomebodyWaits();
    await test.sql("commit");
    expect((await pressed).statusCode).toBe(403);
    expect(await stateNow(kind, saved)).toBe("prepared");
    expect((await save(kind, secretary, leaving)).statusCode).toBe(400);
  });
});

/** Saves another signature of a doctor. @returns its version */
async function sign(as: TestUser): Promise<number> {
  const answer = await test.call(
    saveSignature,
    as.token,
    asMultipart([["signature.png", hand]], "signature"),
  );
  expect(answer.statusCode).toBe(200);
  const [row] = await test.sql<{ id: number }>(
    "select id::integer from signatures where user_id = $1 and ended_at is null",
    [as.id],
  );
  return row?.id ?? 0;
}

/** The version of the signature on a saved paper. */
async function borne({ table }: Kind, { id }: Saved): Promise<number | null> {
  const [row] = await test.sql<{ signature_id: number | null }>(
    `select signature_id::integer from ${table} where clinic_id = $1 and id = $2`,
    [clinic.id, id],
  );
  return row?.signature_id ?? null;
}

/** For a lock that this connection holds. */
async function untilSomebodyWaits(): Promise<void> {
  for (;;) {
    const [{ waiting } = { waiting: 0 }] = await test.sql<{ waiting: number }>(
      "select count(*)::integer as waiting from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))",
    );
    if (waiting > 0) return;
  }
}

it("a confidential paper for another doctor is refused: that doctor could not read it", async () => {
  for (const kind of kinds.filter(({ table }) => table !== "referrals")) {
    const answer = await test.call(kind.save, owner.token, {
      params: { id: await aRecord() },
      body: { ...kind.body(), practitionerId: doctor.practitionerId, isConfidential: true },
    });
    expect(answer.json().fields).toHaveProperty("isConfidential");
  }
});

describe("GET /api/prescribing-physician", () => {
  const ask = async (query: object) =>
    (
      await test.call(prescribingPhysician, secretary.token, { query: query as Record<string, string> })
    ).json();

  it("is of the named doctor, else of the open visit's, else of the last one seen", async () => {
    const patient = await aRecord();
    expect(await ask({ patientId: String(patient) })).toEqual({ physician: null });
    const { practitionerId } = doctor;
    expect((await ask({ practitionerId: String(practitionerId) })).physician).toMatchObject({
      practitionerId,
      licenseNumber: "0104227",
    });
    expect((await test.call(addVisit, doctor.token, { body: { patientId: patient } })).statusCode).toBe(200);
    expect((await ask({ patientId: String(patient) })).physician).toMatchObject({ practitionerId });
    expect((await ask({ patientId: String(await aPatient(test, elsewhere)) })).physician).toBeNull();
  });
});

it("a dangerous drug is refused after the end of the doctor's S2 license, at the medicine", async () => {
  const licensed = await aDoctor(test, clinic, { firstName: "Rosa", lastName: "Magbanua" });
  const write = async () =>
    test.call(savePrescription, licensed.token, {
      params: { id: await aRecord() },
      body: {
        ...prescribed,
        medications: [
          {
            name: "diazepam 5 mg tablet",
            dosage: "1 tab",
            frequency: "OD",
            duration: "5 days",
            quantity: "5",
          },
        ],
      },
    });
  const endsOn = (day: string) =>
    test.sql("update practitioners set s2_number = '07-204-B', s2_ends_on = $2 where id = $1", [
      licensed.practitionerId,
      day,
    ]);
  await endsOn("2026-11-20");
  expect((await write()).statusCode).toBe(200);
  await endsOn("2026-11-19");
  expect((await write()).json().fields).toEqual({
    "medications.0.name":
      "Diazepam is a dangerous drug (RA 9165). The S2 license ended on November 19, 2026. Enter the new one, or remove the medicine.",
  });
});

describe("a consultation", () => {
  const write = async (as: TestUser, more: object = {}) =>
    test.call(addConsultation, as.token, {
      body: {
        patientId: await aRecord(),
        chiefComplaint: "Cough",
        diagnosis: "Bronchitis",
        treatment: "Fluids",
        ...more,
      },
    });
  const mark = (as: TestUser, { patientId, id }: Saved, entry = "consultation") =>
    test.call(markEntry, as.token, {
      params: { id: patientId },
      body: { entry, entryId: id, state: "entered_in_error", reason: "Wrong patient" },
    });

  it("is by the doctor who writes it, and staff name the doctor", async () => {
    expect((await write(doctor)).json().practitioner.userId).toBe(doctor.id);
    expect((await write(secretary)).json().fields).toEqual({ practitionerId: "Choose the doctor." });
    expect((await write(secretary, { practitionerId: secretary.id })).statusCode).toBe(400);
    const { practitionerId } = doctor;
    const written = (await write(secretary, { practitionerId })).json();
    expect(written).toMatchObject({ secretaryId: secretary.id, practitioner: { userId: doctor.id } });
  });

  it("vital signs of the desk name the doctor of the open visit, and no provider", async () => {
    const patient = await aRecord();
    await test.call(addVisit, doctor.token, { body: { patientId: patient } });
    const taken = await test.call(recordVitals, secretary.token, {
      params: { id: patient },
      body: { vitalSigns: { pulse: 80 } },
    });
    expect(taken.json()).not.toHaveProperty("practitioner");
    const [row] = await test.sql<{ id: number }>(
      "select practitioner_id::integer as id from consultations where id = $1",
      [taken.json().id],
    );
    expect(row?.id).toBe(doctor.practitionerId);
  });

  it("is marked as entered in error by its author or its doctor, and by no colleague", async () => {
    const written = (await write(secretary, { practitionerId: doctor.practitionerId })).json();
    const addendum = (
      await test.call(addAddendum, secretary.token, {
        params: { id: written.id },
        body: { text: "X-ray clear" },
      })
    ).json();
    const [added] = addendum.addenda ?? [addendum];
    for (const [entry, id] of [
      ["consultation", written.id],
      ["addendum", added.id],
    ] as const) {
      const of = { patientId: written.patientId, id };
      expect((await mark(owner, of, entry)).statusCode).toBe(403);
    }
    expect((await mark(doctor, { patientId: written.patientId, id: added.id }, "addendum")).statusCode).toBe(
      200,
    );
    expect((await mark(doctor, written)).statusCode).toBe(200);
    const own = (await write(secretary, { practitionerId: doctor.practitionerId })).json();
    expect((await mark(secretary, own)).statusCode).toBe(200);
  });

  it("of a doctor who left is corrected by any other", async () => {
    const leaving = await aDoctor(test, clinic, { firstName: "Gorgonio", lastName: "Ledesma" });
    const written = (await write(leaving)).json();
    expect((await mark(owner, written)).statusCode).toBe(403);
    await test.sql("update users set is_active = false where id = $1", [leaving.id]);
    expect((await mark(owner, written)).statusCode).toBe(200);
  });
});

it("an allergy is the patient's: any doctor corrects what a colleague recorded", async () => {
  const patient = await aRecord();
  const made = await test.call(addAllergy, owner.token, {
    params: { id: patient },
    body: { substance: "penicillin" },
  });
  const answer = await test.call(changeAllergy, doctor.token, {
    params: { id: patient, rowId: made.json().id },
    body: { state: "entered_in_error" },
  });
  expect(answer.statusCode).toBe(200);
});
