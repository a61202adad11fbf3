import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { summary } from "#features/clinical-lists/summary-contract.ts";
import { addConsultation, recordVitals } from "#features/consultations/contract.ts";
import { markEntry } from "#features/consultations/entries-in-error-contract.ts";
import { notifications } from "#features/notifications/contract.ts";
import {
  addPaper,
  addPaperTemplate,
  type ClinicPaper,
  changePaperTemplate,
  changeRequestedItem,
  paperPdf,
  paperTemplates,
  patientPapers,
  releasePaper,
  removePaperTemplate,
  withdrawPaper,
} from "#features/papers/contract.ts";
import { editPatient, patientHistory } from "#features/patients/contract.ts";
import { addPregnancy } from "#features/pregnancies/contract.ts";
import { addResult, changeResult } from "#features/results/contract.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { pagesOf } from "#test/pdf-text.ts";

let test: TestApp;
let clinic: TestClinic;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(new Date("2026-11-20T01:00:00Z"));
  clinic = await aClinic(test);
});

const owner = () => clinic.owner.token;
const aWoman = (more: object = {}) =>
  aPatient(test, clinic, { patient_name: "Reyes, Ana", sex: "F", birthday: "1959-03-04", ...more });
const staff = async () => (await aStaffMember(test, clinic, ["view_patients", "edit_patients"])).token;

const certificate = { template: "medical_certificate", fields: { diagnosis: "Acute bronchitis" } };
const request = { template: "laboratory_request", fields: { tests: ["cbc", "potassium"] } };

const add = (id: number, body: object, token = owner()) =>
  test.call(addPaper, token, { params: { id }, body });
const listed = async (id: number, query: Record<string, string> = {}): Promise<ClinicPaper[]> =>
  (await test.call(patientPapers, owner(), { params: { id }, query })).json();
const pdf = (id: number, paperId: number, query: Record<string, string> = {}) =>
  test.call(paperPdf, owner(), { params: { id, paperId }, query });
const release = (id: number, paperId: number, token = owner()) =>
  test.call(releasePaper, token, { params: { id, paperId } });
const withdraw = (id: number, paperId: number, token = owner(), reason = "Wrong dates") =>
  test.call(withdrawPaper, token, { params: { id, paperId }, body: { reason } });

describe("POST /api/patients/:id/papers", () => {
  it("needs a patient of the clinic and a valid body", async () => {
    const id = await aWoman();
    const elsewhere = await aClinic(test);
    expect((await add(await aPatient(test, elsewhere), certificate)).statusCode).toBe(404);
    const wrong = async (body: object) => Object.keys((await add(id, body)).json().fields ?? {});
    expect(await wrong({ template: "tarot", fields: {} })).toEqual(["template"]);
    expect(await wrong({ ...certificate, fields: { days: 0 } })).toEqual(["fields.days"]);
    expect(await wrong({ ...certificate, fields: { date: "2026-11-21" } })).toEqual(["fields.date"]);
    const newborn = await aPatient(test, clinic, { birthday: "2026-11-19" });
    const before = await add(newborn, { ...certificate, fields: { date: "2026-11-18" } });
    expect(before.json().fields["fields.date"]).toBe("Enter a date from the birthday on, Nov 19, 2026");
    const onBirthday = await add(newborn, {
      ...certificate,
      fields: { diagnosis: "Well", date: "2026-11-19" },
    });
    expect(onBirthday.statusCode, onBirthday.body).toBe(200);
    expect(await wrong({ ...certificate, fields: { from: "2026-11-22", to: "2026-11-20" } })).toEqual([
      "fields.to",
    ]);
    expect(
      await wrong({ ...certificate, fields: { days: 2, from: "2026-11-20", to: "2026-11-22" } }),
    ).toEqual(["fields.days"]);
    expect(await wrong({ ...certificate, fields: { from: "2026-11-20", to: "2027-11-20" } })).toEqual([
      "fields.to",
    ]);
    const rest = { diagnosis: "Flu", from: "2026-11-27", to: "2026-11-30" };
    expect(await wrong({ ...certificate, fields: { ...rest, remarks: "Fit to work from Nov 29" } })).toEqual([
      "fields.remarks",
    ]);
    expect(await wrong({ ...request, fields: { ...request.fields, neededOn: "2026-11-19" } })).toEqual([
      "fields.neededOn",
    ]);
    expect(await wrong({ ...request, fields: { tests: ["echo"] } })).toEqual(["fields.tests"]);
    expect((await add(id, { ...request, fields: {} })).statusCode).toBe(422);
    expect(await listed(id)).toEqual([]);
  });

  it("says in a request that the patient is pregnant, and when she was on the paper's day", async () => {
    const id = await aWoman({ birthday: "1994-03-10" });
    const notes = async (body: object) => (await add(id, body)).json().sheet.notes;
    const imaging = { template: "imaging_request", fields: { tests: ["chest_pa"] } };
    expect(await notes(imaging)).toEqual([]);
    await test.call(addPregnancy, owner(), { params: { id }, body: { lmp: "2026-06-05" } });
    const note = (text: string) => [{ label: "Pregnancy", text }];
    expect(await notes(imaging)).toEqual(note("Pregnant, 24 weeks. EDC March 12, 2027"));
    expect(await notes({ ...request, fields: { ...request.fields, date: "2026-11-16" } })).toEqual(
      note("Pregnant, 23 weeks 3 days. EDC March 12, 2027"),
    );
    expect(await notes({ ...request, fields: { ...request.fields, date: "2026-06-04" } })).toEqual([]);
    const made = (await add(id, imaging)).json();
    expect((await pagesOf((await pdf(id, made.id)).rawPayload)).join(" ")).toContain("Pregnant, 24 weeks");
  });

  it("stores the words, the doctor and the day as printed, whatever changes later", async () => {
    const id = await aWoman({ address: "14 Sikatuna St., Cebu City" });
    await test.sql(
      "update practitioners set license_number = '0098412', ptr_number = '2614407', ptr_year = 2026, credentials = 'MD, FPCP' where user_id = $1",
      [clinic.owner.id],
    );
    const visit = { patientId: id, chiefComplaint: "Cough", diagnosis: "Bronchitis", treatment: "Rest" };
    expect((await test.call(addConsultation, owner(), { body: visit })).statusCode).toBeLessThan(300);
    const fields = { diagnosis: "Acute bronchitis", days: 3, purpose: "her employer" };
    const made = await add(id, { template: "medical_certificate", fields });
    expect(made.statusCode).toBe(200);
    expect(made.json()).toMatchObject({
      number: "2026-00001",
      kind: "medical_certificate",
      title: "Medical Certificate",
      day: "2026-11-20",
      state: "final",
      sheet: {
        number: "2026-00001",
        patient: { name: "Reyes, Ana", ageAndSex: "67 / F", address: "14 Sikatuna St., Cebu City" },
        paragraphs: [
          "This is to certify that Ana Reyes, 67 years old, female, was seen and examined in this clinic on November 20, 2026.",
          "Diagnosis: Acute bronchitis",
          "The patient is advised to rest for 3 days, from November 20, 2026 to November 22, 2026.",
          "This certificate is issued at the patient's request for her employer.\nThis certificate is not meant for medico-legal use.",
        ],
        doctor: {
          name: expect.stringMatching(/, MD, FPCP$/),
          lines: expect.arrayContaining(["PRC License No. 0098412", "PTR No. 2614407, 2026"]),
        },
      },
    });
    await test.sql("update users set last_name = 'Other' where id = $1", [clinic.owner.id]);
    await test.sql("update practitioners set ptr_number = '9999999' where user_id = $1", [clinic.owner.id]);
    await test.call(editPatient, owner(), { params: { id }, body: { address: "Elsewhere" } });
    expect((await listed(id)).map(({ sheet }) => sheet)).toEqual([made.json().sheet]);
    const printed = await pdf(id, made.json().id, { paper: "A4" });
    expect(printed.headers["content-disposition"]).toContain(
      "Medical Certificate - Reyes, Ana - 2026-00001.pdf",
    );
    const [page = ""] = await pagesOf(printed.rawPayload);
    for (const words of [
      "No. 2026-00001",
      "PTR No. 2614407, 2026",
      "Acute bronchitis",
      `/verify/ ${made.json().code}`,
    ])
      expect(page.replace(/\s+/g, " ")).toContain(words);
  });

  it("says when the patient was seen as the record does", async () => {
    const id = await aWoman();
    const said = async (date: string) =>
      (await add(id, { ...certificate, fields: { ...certificate.fields, date } })).json().sheet.paragraphs[0];
    const vitalSigns = { systolic: 120, diastolic: 80 };
    await test.call(recordVitals, owner(), { params: { id }, body: { vitalSigns } });
    const unseen = "This is to certify that Ana Reyes, 67 years old, female, is a patient of this clinic.";
    expect(await said("2026-11-20")).toBe(unseen);
    await test.call(addConsultation, owner(), {
      body: { patientId: id, chiefComplaint: "Cough", diagnosis: "Bronchitis", treatment: "Rest" },
    });
    await test.sql(
      "update consultations set created_at = '2026-11-15T01:00:00Z' where patient_id = $1 and consultation_type <> 'Vitals'",
      [id],
    );
    expect(await said("2026-11-14")).toBe(unseen);
    expect(await said("2026-11-20")).toMatch(/was seen and examined in this clinic on November 15, 2026\.$/);
    const [{ id: entryId } = { id: "" }] = await test.sql<{ id: string }>(
      "select id from consultations where patient_id = $1 and consultation_type <> 'Vitals'",
      [id],
    );
    const mark = {
      entry: "consultation",
      entryId: Number(entryId),
      state: "entered_in_error",
      reason: "Hers",
    };
    await test.call(markEntry, owner(), { params: { id }, body: mark });
    expect(await said("2026-11-20")).toBe(unseen);
  });

  it("refuses what the paper does not print, instead of leaving it out", async () => {
    const id = await aWoman();
    const refused = async (template: string, fields: object) =>
      (await add(id, { template, fields })).json().fields;
    const words = "This paper does not print it. Leave it empty, or choose another paper.";
    expect(await refused("fit_to_work", { diagnosis: "Flu", findings: "No rales" })).toEqual({
      "fields.findings": words,
    });
    expect(await refused("clearance_surgery", { purpose: "Appendectomy", days: 3 })).toEqual({
      "fields.days": words,
    });
    expect(await refused("medical_certificate", { diagnosis: "Flu", impression: "Flu" })).toEqual({
      "fields.impression": words,
    });
    expect(await refused("laboratory_request", { tests: ["cbc"], diagnosis: "Dengue" })).toEqual({
      "fields.diagnosis": words,
    });
    // The day of the return is counted from the days.
    const counted = await add(id, { template: "fit_to_work", fields: { diagnosis: "Flu", days: 2 } });
    expect(counted.statusCode, counted.body).toBe(200);
    const empty = { diagnosis: "Flu", findings: "", fasting: null, tests: [] };
    expect((await add(id, { template: "fit_to_work", fields: empty })).statusCode).toBe(200);
  });

  it("issues no certificate that states nothing", async () => {
    const id = await aWoman();
    const missing = async (template: string, fields = {}) =>
      (await add(id, { template, fields })).json().fields;
    for (const kind of ["medical_certificate", "fit_to_work", "fit_to_school"])
      expect(await missing(kind, { remarks: "Well" })).toEqual({ "fields.diagnosis": "Enter the diagnosis" });
    expect(await missing("clearance_employment")).toEqual({
      "fields.purpose": "Enter the employer and position",
    });
    expect(await missing("clearance_surgery")).toEqual({ "fields.purpose": "Enter the procedure" });
    const own = async (body: string) =>
      String(
        (await test.call(addPaperTemplate, owner(), { body: { name: body, title: "Own", body } })).json().id,
      );
    expect(await missing(await own("{patient} may swim. {remarks}"))).toEqual({
      "fields.remarks": "Fill in this field",
    });
    expect(await missing(await own("{patient} was seen on {visit}."))).toEqual({
      "fields.date":
        "This paper has the date of the last visit, and no consultation is recorded up to Nov 20, 2026. Record it first.",
    });
    expect(await listed(id)).toEqual([]);
  });

  it("assigns numbers without gaps under concurrent requests", async () => {
    const id = await aWoman();
    const token = await staff();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, nth) =>
        add(id, nth % 4 === 3 ? { ...request, fields: {} } : certificate, nth % 2 ? token : owner()),
      ),
    );
    const numbers = answers.flatMap((answer) => (answer.statusCode === 200 ? [answer.json().number] : []));
    expect(numbers.toSorted()).toEqual(Array.from({ length: 9 }, (_, nth) => `2026-0000${nth + 1}`));
  });

  it("starts again with each year of Manila", async () => {
    test.setNow(new Date("2026-12-31T15:59:00Z"));
    clinic = await aClinic(test);
    const id = await aWoman();
    const numberAt = async (now: string) => {
      test.setNow(new Date(now));
      return (await add(id, certificate)).json().number;
    };
    expect(await numberAt("2026-12-31T15:59:30Z")).toBe("2026-00001");
    expect(await numberAt("2026-12-31T16:00:00Z")).toBe("2027-00001");
    expect(await numberAt("2026-12-31T16:00:01Z")).toBe("2027-00002");
  });

  it("requires the doctor's license", async () => {
    const id = await aWoman();
    await test.sql("update practitioners set license_number = null where user_id = $1", [clinic.owner.id]);
    const refused = await add(id, certificate);
    expect(refused.statusCode).toBe(422);
    expect(refused.json().message).toMatch(/PRC license/);
  });
});

describe("release and withdrawal", () => {
  it("staff prepare and the owner releases", async () => {
    const id = await aWoman();
    const token = await staff();
    const made = (await add(id, certificate, token)).json();
    expect(made).toMatchObject({ state: "prepared", sheet: { doctor: null }, releasedAt: null });
    const waiting = await pdf(id, made.id);
    expect([waiting.statusCode, waiting.json().code]).toEqual([409, "awaiting_release"]);
    const { json } = await test.call(notifications, owner());
    expect(json().find(({ actionType }: { actionType: string }) => actionType === "paper")).toMatchObject({
      title: "Medical Certificate awaiting release",
      actionData: { patientId: id, paperId: made.id },
    });
    expect((await release(id, made.id, token)).statusCode).toBe(403);
    const released = (await release(id, made.id)).json();
    expect(released).toMatchObject({ state: "final", number: made.number, code: made.code });
    expect(released.sheet).toEqual({ ...made.sheet, doctor: released.sheet.doctor });
    expect(released.sheet.doctor.lines.join()).toContain("PRC License No.");
    expect((await pdf(id, made.id)).statusCode).toBe(200);
    // Repeating it changes nothing.
    expect((await release(id, made.id)).json()).toEqual(released);
  });

  it.each([
    ["another name", { patientName: "Reyes, Anna" }, "Reyes, Anna"],
    ["another birthday", { birthday: "1969-03-04" }, "57 / F"],
    ["another sex", { sex: "M" }, "67 / M"],
  ])("is not released once the record says %s", async (_, body, words) => {
    const id = await aWoman();
    const token = await staff();
    const [made, requested] = [
      (await add(id, certificate, token)).json(),
      (await add(id, request, token)).json(),
    ];
    await test.call(editPatient, owner(), { params: { id }, body });
    for (const paper of [made, requested]) {
      const refused = await release(id, paper.id);
      expect(refused.statusCode).toBe(422);
      expect(refused.json().message).toContain(words);
      expect(refused.json().message).toContain("Withdraw it, and prepare it again.");
    }
    expect((await listed(id)).map(({ state }) => state)).toEqual(["prepared", "prepared"]);
    const again = (await add(id, certificate, token)).json();
    expect((await release(id, again.id)).json()).toMatchObject({ state: "final" });
  });

  it("is not released without a pregnancy recorded since, if it is a request", async () => {
    const id = await aWoman({ birthday: "1996-03-04" });
    const token = await staff();
    const [made, requested] = [
      (await add(id, certificate, token)).json(),
      (await add(id, request, token)).json(),
    ];
    await test.call(addPregnancy, owner(), { params: { id }, body: { lmp: "2026-09-11" } });
    expect((await release(id, requested.id)).json().message).toContain(
      "It says: no pregnancy. The record says: Pregnant",
    );
    expect((await release(id, made.id)).json().state).toBe("final");
    const again = (await add(id, request, token)).json();
    expect((await release(id, again.id)).json().state).toBe("final");
  });

  it("is released whatever else of the record changed, and stays as it was once it is final", async () => {
    const id = await aWoman();
    const made = (await add(id, certificate, await staff())).json();
    await test.call(editPatient, owner(), { params: { id }, body: { address: "Moved", remarks: "x" } });
    const released = (await release(id, made.id)).json();
    expect(released.sheet.patient).toEqual(made.sheet.patient);
    await test.call(editPatient, owner(), { params: { id }, body: { patientName: "Reyes, Anna" } });
    expect((await release(id, made.id)).json()).toEqual(released);
  });

  it("withdraws permanently, by the owner, or before release by its author", async () => {
    const id = await aWoman();
    const [token, another] = [await staff(), await staff()];
    const prepared = (await add(id, certificate, token)).json();
    expect((await withdraw(id, prepared.id, another)).statusCode).toBe(403);
    expect((await withdraw(id, prepared.id, token, " ")).statusCode).toBe(400);
    expect((await withdraw(id, prepared.id, token)).json()).toMatchObject({
      state: "withdrawn",
      withdrawReason: "Wrong dates",
    });
    expect([(await release(id, prepared.id)).json().code, (await pdf(id, prepared.id)).json().code]).toEqual([
      "withdrawn",
      "withdrawn",
    ]);
    const second = (await add(id, certificate, token)).json();
    await release(id, second.id);
    expect((await withdraw(id, second.id, token)).statusCode).toBe(403);
    expect((await withdraw(id, second.id)).statusCode).toBe(200);
    expect((await withdraw(id, second.id)).statusCode).toBe(409);
    const refused = await pdf(id, second.id);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      "This paper was withdrawn and can't be printed any more.",
    ]);
  });

  it("ends as withdrawn under concurrent requests, and the history has both", async () => {
    const id = await aWoman();
    const made = (await add(id, certificate, await staff())).json();
    await Promise.all([release(id, made.id), withdraw(id, made.id)]);
    const [paper] = await listed(id);
    expect(paper?.state).toBe("withdrawn");
    const events = (await test.call(patientHistory, owner(), { params: { id } }))
      .json()
      .map(({ event }: { event: string }) => event);
    expect(events).toEqual(expect.arrayContaining(["paper.create", "paper.withdraw"]));
  });
});

describe("requests", () => {
  const stillOut = async (id: number) =>
    (await test.call(summary, owner(), { params: { id } }))
      .json()
      .pending.filter(({ kind }: { kind: string }) => kind === "request");
  const states = async (id: number) => (await listed(id))[0]?.items.map(({ state }) => state);
  const result = (id: number, panel: string, analyte: string, value: string, collectedAt = "2026-11-20") =>
    test.call(addResult, owner(), {
      params: { id },
      body: { panel, collectedAt, values: [{ analyte, value }] },
    });

  it("are open until a result of their tests comes, of the same day or later", async () => {
    const id = await aWoman();
    await add(id, request);
    expect(await stillOut(id)).toEqual([
      { kind: "request", label: "CBC with platelet count, Potassium", since: "2026-11-20T01:00:00Z" },
    ]);
    await result(id, "electrolytes", "potassium", "4.4", "2026-11-19");
    await result(id, "electrolytes", "sodium", "140");
    expect(await states(id)).toEqual(["out", "out"]);
    const came = await result(id, "chemistry", "potassium", "4.4");
    expect(await states(id)).toEqual(["out", "answered"]);
    expect((await stillOut(id))[0].label).toBe("CBC with platelet count");
    await test.call(changeResult, owner(), {
      params: { id, resultId: came.json().id },
      body: { state: "entered_in_error" },
    });
    expect(await states(id)).toEqual(["out", "out"]);
    await result(id, "cbc", "platelets", "250");
    expect(await states(id)).toEqual(["answered", "out"]);
  });

  it.each([
    ["cbc", "cbc", "hemoglobin", "9.8", "platelets", "45"],
    ["lipids", "lipids", "cholesterol", "210", "hdl", "40"],
    ["lipids", "chemistry", "cholesterol", "210", "ldl", "130"],
    ["ogtt", "ogtt", "fbs", "95", "ogtt_2h", "150"],
    ["ogtt", "ogtt_pregnancy", "gdm_fasting", "90", "gdm_2h", "150"],
    ["bilirubin", "liver", "bilirubin_total", "1.1", "bilirubin_direct", "0.2"],
    ["pt_inr", "coagulation", "pt", "12", "inr", "1.1"],
  ])("%s stays open while a part of %s has come, %s", async (asked, panel, first, one, rest, other) => {
    const id = await aWoman();
    await add(id, { template: "laboratory_request", fields: { tests: [asked] } });
    expect((await result(id, panel, first, one)).statusCode).toBe(200);
    expect(await states(id)).toEqual(["out"]);
    expect((await result(id, panel, rest, other)).statusCode).toBe(200);
    expect(await states(id)).toEqual(["answered"]);
  });

  it("stay open after a run without a result, which is shown and replaces nothing", async () => {
    const id = await aWoman();
    await add(id, request);
    const hemolyzed = (await result(id, "electrolytes", "potassium", "Hemolyzed")).json();
    expect(hemolyzed.values).toMatchObject([{ value: "Hemolyzed", unit: null, flag: "X" }]);
    await result(id, "cbc", "hemoglobin", "rejected specimen");
    expect(await states(id)).toEqual(["out", "out"]);
    const back = (await test.call(summary, owner(), { params: { id } }))
      .json()
      .pending.filter(({ kind }: { kind: string }) => kind === "result")
      .map(({ label }: { label: string }) => label);
    expect(back.toSorted()).toEqual([
      "Hemoglobin rejected specimen no result",
      "Potassium Hemolyzed no result",
    ]);
    await result(id, "electrolytes", "potassium", "4.4");
    expect(await states(id)).toEqual(["out", "answered"]);
  });

  it("to repeat a test stay open until it is repeated", async () => {
    const id = await aWoman();
    await add(id, request);
    test.setNow(new Date("2026-11-20T02:00:00Z"));
    await result(id, "electrolytes", "potassium", "6.5");
    test.setNow(new Date("2026-11-20T02:30:00Z"));
    const again = { ...request, fields: { tests: ["potassium"] } };
    await add(id, again);
    // Written down the day after: the result was not known when the test was requested.
    await add(id, { ...again, fields: { ...again.fields, date: "2026-11-19" } });
    const all = async () => (await listed(id)).map(({ items }) => items.map(({ state }) => state));
    expect(await all()).toEqual([["answered"], ["out"], ["out", "answered"]]);
    expect((await stillOut(id)).map(({ label }: { label: string }) => label)).toEqual([
      "CBC with platelet count",
      "Potassium",
    ]);
    test.setNow(new Date("2026-11-20T04:00:00Z"));
    await result(id, "electrolytes", "potassium", "4.9");
    expect(await all()).toEqual([["answered"], ["answered"], ["out", "answered"]]);
  });

  it("are closed by hand, and not open before release or after withdrawal", async () => {
    const id = await aWoman();
    const token = await staff();
    const made = (
      await add(
        id,
        {
          template: "imaging_request",
          fields: { tests: ["chest_pa"], otherTests: "Left knee, AP\ncxr pa\nLeft ankle" },
        },
        token,
      )
    ).json();
    expect(made.items.map(({ label }: { label: string }) => label)).toEqual([
      "Chest X-ray, PA",
      "Left knee, AP",
      "Left ankle",
    ]);
    expect(await stillOut(id)).toEqual([]);
    await release(id, made.id);
    expect(await stillOut(id)).toHaveLength(1);
    const mark = (itemId: number, state: string) =>
      test.call(changeRequestedItem, token, { params: { id, paperId: made.id, itemId }, body: { state } });
    await mark(made.items[0].id, "done");
    expect((await mark(made.items[1].id, "cancelled")).json().items).toMatchObject([
      { state: "done" },
      { state: "cancelled" },
      { state: "out" },
    ]);
    expect((await mark(1, "done")).statusCode).toBe(404);
    expect((await stillOut(id))[0].label).toBe("Left ankle");
    await withdraw(id, made.id);
    expect(await stillOut(id)).toEqual([]);
  });
});

describe("the clinic's templates", () => {
  const travel = {
    name: "Travel",
    title: "Certificate of Fitness to Travel",
    body: "This is to certify that {patient} is fit to travel on {from}.\n\nRemarks: {remarks}\n<b>{address}</b>",
  };
  it("are written by the owner; papers print as they were", async () => {
    const id = await aWoman();
    const token = await staff();
    expect((await test.call(addPaperTemplate, token, { body: travel })).statusCode).toBe(403);
    const odd = await test.call(addPaperTemplate, owner(), { body: { ...travel, body: "{salary}" } });
    expect(odd.json().fields).toEqual({
      body: "{salary} is not a field. Use {patient}, {age}, {sex}, {address}, {date}, {visit}, {diagnosis}, {days}, {from}, {to}, {purpose}, {findings}, {remarks}.",
    });
    const made = (await test.call(addPaperTemplate, owner(), { body: travel })).json();
    expect(
      (await test.call(addPaperTemplate, owner(), { body: { ...travel, name: "travel" } })).statusCode,
    ).toBe(400);
    const paper = (
      await add(id, { template: String(made.id), fields: { from: "2026-12-01" } }, token)
    ).json();
    const before = [
      "This is to certify that Ana Reyes is fit to travel on December 1, 2026.",
      expect.stringMatching(/^<b>.+<\/b>$/),
    ];
    expect(paper).toMatchObject({ kind: "own", title: travel.title, sheet: { paragraphs: before } });
    const params = { id: made.id };
    const changed = await test.call(changePaperTemplate, owner(), {
      params,
      body: { body: "{patient} may fly." },
    });
    expect(changed.json()).toMatchObject({ ...travel, body: "{patient} may fly." });
    expect((await listed(id))[0]?.sheet.paragraphs).toEqual(before);
    expect((await test.call(removePaperTemplate, owner(), { params })).statusCode).toBe(200);
    expect((await test.call(paperTemplates, token)).json()).toEqual([]);
    expect((await add(id, { template: String(made.id), fields: {} })).statusCode).toBe(400);
    expect((await test.call(addPaperTemplate, owner(), { body: travel })).statusCode).toBe(200);
    const elsewhere = await aClinic(test);
    expect(
      (await test.call(changePaperTemplate, elsewhere.owner.token, { params, body: {} })).statusCode,
    ).toBe(400);
  });
});
