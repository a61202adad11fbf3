import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addPatient, deletePatient, editPatient } from "#features/patients/contract.ts";
import { startOwnApp, type TestApp, testNow } from "#test/app.ts";
import { aDicom, aDoc } from "#test/data/example-files.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic, type TestUser } from "#test/data/factories.ts";
import { filesOn, hours, pdf } from "./testing-files.ts";

let test: TestApp;
let clinic: TestClinic;
let other: TestClinic;
let reader: TestUser;
let patient: number;
beforeAll(async () => {
  test = await startOwnApp();
  clinic = await aClinic(test);
  other = await aClinic(test);
  reader = await aStaffMember(test, clinic, ["view_patients", "edit_patients"]);
});
beforeEach(async () => {
  patient = await aPatient(test, clinic);
});
afterAll(() => test.close());

const { uploaded, edit, view, list, attached, row, sweepAt } = filesOn(() => ({ test, clinic, patient }));

describe("attaching an upload to a patient", () => {
  it("adds it to the list that names it, and makes its bytes available", async () => {
    const [lab, scan, letter] = [
      await uploaded("CBC.pdf", pdf, reader.token),
      await uploaded("chest.dcm", aDicom()),
      await uploaded("letter.doc", aDoc()),
    ];
    const answer = await edit({ laboratoryFiles: [lab], imagingFiles: [scan], otherFiles: [letter] });
    expect(answer.json()).toMatchObject({
      laboratoryFiles: [lab],
      imagingFiles: [scan],
      otherFiles: [letter],
    });
    const listed = (await list(reader.token)).json();
    expect(listed).toEqual([
      expect.objectContaining({
        path: letter,
        name: "letter.doc",
        category: "other",
        type: "application/msword",
      }),
      expect.objectContaining({ path: scan, category: "imaging" }),
      {
        path: lab,
        name: "CBC.pdf",
        type: "application/pdf",
        size: pdf.length,
        category: "laboratory",
        uploadedAt: testNow.toISOString().replace(".000", ""),
        uploadedByName: "Marites Bañez",
      },
    ]);
    expect((await view(lab, clinic.owner.token)).statusCode).toBe(200);
    const [change] = await test.sql<{ changes: object }>(
      "select changes from record_history where patient_id = $1 and event = 'patient.update'",
      [patient],
    );
    expect(change?.changes).toMatchObject({ laboratory_files: [[], [lab]] });
  });

  it("also works at registration", async () => {
    const path = await uploaded();
    const made = await test.call(addPatient, clinic.owner.token, {
      body: {
        admissionNo: "F-1",
        hospital: "Makati Medical Center",
        patientName: "Reyes, Ana",
        sex: "F",
        laboratoryFiles: [path],
      },
    });
    expect(made.statusCode).toBe(200);
    expect((await list(clinic.owner.token, made.json().id)).json()).toHaveLength(1);
    const taken = await uploaded();
    const again = await test.call(addPatient, clinic.owner.token, {
      body: { admissionNo: "F-1", hospital: "X", patientName: "Y", sex: "F", laboratoryFiles: [taken] },
    });
    expect(again.json()).toMatchObject({ code: "taken", suggestion: expect.any(String) });
    expect((await row(taken))?.patient_id).toBeNull();
  });

  it.each([
    ["laboratoryFiles", "x.dcm", aDicom(), "x.dcm: only PDF, JPG, JPEG or PNG files belong here."],
    ["laboratoryFiles", "x.doc", aDoc(), "x.doc: only PDF, JPG, JPEG or PNG files belong here."],
    ["imagingFiles", "x.doc", aDoc(), "x.doc: only PDF, JPG, JPEG, PNG or DCM files belong here."],
    ["otherFiles", "x.dcm", aDicom(), "x.dcm: only PDF, DOC, DOCX, JPG, JPEG or PNG files belong here."],
  ])("%s refuse %s", async (field, name, bytes, message) => {
    const path = await uploaded(name, bytes);
    const answer = await edit({ remarks: "lost?", [field]: [path] });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual({ [field]: message });
    expect(await row(path)).toMatchObject({ patient_id: null, category: null });
    expect((await test.sql("select remarks from patients where id = $1", [patient]))[0]).toEqual({
      remarks: null,
    });
  });

  it("refuses another clinic's upload like an unknown one", async () => {
    const foreign = await uploaded("CBC.pdf", pdf, other.owner.token);
    for (const path of [foreign, "made-up.pdf"]) {
      const answer = await edit({ laboratoryFiles: [path] });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().fields).toEqual({
        laboratoryFiles: `${path} isn't one of this clinic's files. Upload it, then save.`,
      });
    }
    expect(await row(foreign)).toMatchObject({ patient_id: null });
  });

  it("refuses another patient's upload, a file listed twice, and more than 100", async () => {
    const path = await attached();
    const second = await aPatient(test, clinic);
    expect((await edit({ otherFiles: [path] }, clinic.owner.token, second)).json().fields).toEqual({
      otherFiles: "CBC.pdf belongs to another patient or was removed. Upload it again.",
    });
    expect((await edit({ imagingFiles: [path] })).json().fields).toEqual({
      imagingFiles: expect.stringMatching(/once/),
    });
    expect((await edit({ laboratoryFiles: [path, path] })).json().fields).toEqual({
      laboratoryFiles: expect.stringMatching(/once/),
    });
    expect((await edit({ laboratoryFiles: Array(101).fill(path) })).json().fields).toEqual({
      laboratoryFiles: "At most 100 files",
    });
  });

  it("attaches an upload to one of two patients that are saved concurrently", async () => {
    for (let round = 0; round < 5; round += 1) {
      const path = await uploaded();
      const patients: number[] = [];
      while (patients.length < 4) patients.push(await aPatient(test, clinic));
      const answers = await Promise.all(
        patients.map((id) => edit({ laboratoryFiles: [path] }, clinic.owner.token, id)),
      );
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400, 400]);
      const holders = await test.sql("select id from patients where laboratory_files @> array[$1]", [path]);
      expect(holders).toHaveLength(1);
    }
  });

  it("moves a file from one list to another in one save", async () => {
    const path = await attached();
    expect((await edit({ laboratoryFiles: [], imagingFiles: [path] })).statusCode).toBe(200);
    expect((await list()).json()).toMatchObject([{ path, category: "imaging" }]);
    expect((await view(path)).statusCode).toBe(200);
  });

  it("detaches a file: its address is gone, its bytes stay, and it can be attached again", async () => {
    const path = await attached();
    await edit({ laboratoryFiles: [] });
    expect((await view(path)).statusCode).toBe(404);
    expect((await list()).json()).toEqual([]);
    const kept = await row(path);
    expect(Number(kept?.patient_id)).toBe(patient);
    await test.app.kit.storage.get(String(kept?.stored_as)).then((bytes) => bytes.destroy());
    expect((await edit({ laboratoryFiles: [path] })).statusCode).toBe(200);
    expect((await view(path)).statusCode).toBe(200);
  });

  it("changes nothing when the record changed meanwhile", async () => {
    const path = await uploaded();
    const answer = await test.call(editPatient, clinic.owner.token, {
      params: { id: patient },
      body: { laboratoryFiles: [path] },
      headers: { "if-match": '"v9"' },
    });
    expect(answer.statusCode).toBe(412);
    expect(await row(path)).toMatchObject({ patient_id: null });
  });
});

describe("deleting the patient", () => {
  it("seals the list of files, revokes their addresses, keeps the bytes", async () => {
    const path = await attached();
    const { stored_as } = (await row(path)) ?? {};
    expect((await test.call(deletePatient, clinic.owner.token, { params: { id: patient } })).statusCode).toBe(
      200,
    );
    expect((await view(path)).statusCode).toBe(404);
    expect(await row(path)).toBeUndefined();
    const [sealed] = await test.sql<{ files: object[] }>(
      "select record -> 'files' as files from sealed_records where patient_id = $1",
      [patient],
    );
    expect(sealed?.files).toMatchObject([{ path, stored_as, category: "laboratory" }]);
    await test.app.kit.storage.get(String(stored_as)).then((bytes) => bytes.destroy());
    await sweepAt(hours(48));
    await test.app.kit.storage.get(String(stored_as)).then((bytes) => bytes.destroy());
  });
});
