import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addProblem, changeProblem, problems } from "#features/clinical-lists/contract.ts";
import { summary } from "#features/clinical-lists/summary-contract.ts";
import { markConfidential } from "#features/confidential/contract.ts";
import { addConsultation, patientConsultations } from "#features/consultations/contract.ts";
import { patientFiles, uploadFiles } from "#features/files/contract.ts";
import { deletePatient, editPatient, onePatient, patientHistory } from "#features/patients/contract.ts";
import { copyRecord } from "#features/record-copy/contract.ts";
import { sendReferral } from "#features/referrals/contract.ts";
import { addResult, patientResults, resultSettings } from "#features/results/contract.ts";
import { addVisit, moveVisit } from "#features/visits/contract.ts";
import { runOperation } from "#operations/run-operation.ts";
import { permissions } from "#shared/permissions.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { entryTables, marker, marking, sender, writeConfidential } from "#test/data/confidential-entries.ts";
import { aPdf, asMultipart } from "#test/data/example-files.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic, type TestUser } from "#test/data/factories.ts";

let app: TestApp;
let clinic: TestClinic;
let owner: string;
let writer: TestUser;
let other: TestUser;
let send: ReturnType<typeof sender>;
let mark: ReturnType<typeof marking>;
beforeAll(async () => {
  app = await startTestApp();
  send = sender(app);
  mark = marking(app);
  clinic = await aClinic(app);
  owner = clinic.owner.token;
  writer = await aStaffMember(app, clinic, permissions);
  other = await aStaffMember(app, clinic, permissions);
});
afterAll(() => app.close());

const consult = (token: string, patientId: number, more: object = {}) =>
  send(addConsultation, token, {
    body: { patientId, chiefComplaint: "Cough", diagnosis: "Common cold", treatment: "Rest", ...more },
  });
const patientAs = (token: string, id: number) => send(onePatient, token, { params: { id } });
const about = (id: number) => ({ params: { id } });

describe("PUT /api/patients/:id/confidential", () => {
  it("is for the owner and the author of the entry; for others a confidential one does not exist", async () => {
    const id = await aPatient(app, clinic);
    const { id: entryId } = await send(addProblem, writer.token, {
      ...about(id),
      body: { words: "Anxiety" },
    });
    const put = (token: string | null, isConfidential: boolean, row = entryId, patient = id) =>
      app.call(markConfidential, token, {
        ...about(patient),
        body: { entries: [{ entry: "problem", entryId: row }], isConfidential },
      });
    expect((await put((await aStaffMember(app, clinic, ["edit_patients"])).token, true)).statusCode).toBe(
      403,
    );
    const refused = await put(other.token, true);
    expect(refused.statusCode).toBe(403);
    expect(refused.json().message).toMatch(/Only who wrote this, or the clinic owner/);
    expect((await put(writer.token, true, 987_654_321)).statusCode).toBe(404);
    expect((await put(writer.token, true, entryId, await aPatient(app, clinic))).statusCode).toBe(404);

    expect((await put(writer.token, true)).json()).toEqual({
      entries: [{ entry: "problem", entryId }],
      isConfidential: true,
    });
    expect((await put(other.token, false)).statusCode).toBe(404);
    expect(await send(problems, other.token, about(id))).toEqual([]);
    expect((await put(owner, false)).statusCode).toBe(200);
    expect(await send(problems, other.token, about(id))).toMatchObject([
      { words: "Anxiety", isConfidential: false, isOwn: false },
    ]);
    // By the owner: the author still sees it.
    expect((await put(owner, true)).statusCode).toBe(200);
    expect(await send(problems, writer.token, about(id))).toMatchObject([
      { isConfidential: true, isOwn: true },
    ]);
    expect(await send(problems, other.token, about(id))).toEqual([]);
  });

  it("writes each change to the record history, without the content of the entry", async () => {
    const id = await aPatient(app, clinic);
    const { id: entryId } = await consult(writer.token, id, { notes: marker });
    await mark(writer.token, id, "consultation", entryId);
    await mark(owner, id, "consultation", entryId, false);
    const entries = (await send(patientHistory, owner, about(id))) as {
      event: string;
      entity: string;
      changes: object;
    }[];
    const marks = entries.filter(
      ({ event, entity }) => event === "record.confidential" && entity === "consultations",
    );
    expect(marks.map(({ changes }) => changes)).toEqual([
      { confidentialToId: [writer.id, null] },
      { confidentialToId: [null, writer.id] },
    ]);
    expect((await app.call(patientHistory, other.token, about(id))).statusCode).toBe(403);
  });

  it("shows the previous consultation in the patient's row instead, and restores it", async () => {
    const id = await aPatient(app, clinic);
    await consult(owner, id);
    app.setNow(new Date(app.app.kit.now().getTime() + 1000));
    const { id: entryId } = await consult(owner, id, {
      chiefComplaint: `${marker} complaint`,
      diagnosis: `${marker} diagnosis`,
      diagnoses: [{ words: marker, code: "B24" }],
      followUpDate: "2026-12-24",
    });
    expect(await patientAs(other.token, id)).toMatchObject({ diagnosis: `${marker} diagnosis` });
    await mark(owner, id, "consultation", entryId);
    const seen = await patientAs(other.token, id);
    expect(seen).toMatchObject({
      diagnosis: "Common cold",
      chiefComplaint: "Cough",
      followUpDate: "2026-12-24",
    });
    expect(JSON.stringify(seen)).not.toContain(marker);
    const [row] = await app.sql("select visit_codes, other_text from patients where id = $1", [id]);
    expect(row).toMatchObject({ visit_codes: null, other_text: expect.not.stringContaining("zqxwomark") });
    expect((await send(summary, other.token, about(id))).plan).toMatchObject({ diagnosis: "Common cold" });
    expect((await send(summary, owner, about(id))).plan).toMatchObject({ isConfidential: true });

    // The front desk moves the patient in the queue, and the follow-up date stays.
    const visit = await send(addVisit, other.token, { body: { patientId: id } });
    await send(moveVisit, other.token, { params: { id: visit.id }, body: { state: "cancelled" } });
    expect(await patientAs(other.token, id)).toMatchObject({ followUpDate: "2026-12-24" });

    await mark(owner, id, "consultation", entryId, false);
    expect(await patientAs(other.token, id)).toMatchObject({ diagnosis: `${marker} diagnosis` });
  });

  it("hides the file of a result with it, and shows it again", async () => {
    const id = await aPatient(app, clinic);
    const { files } = await send(uploadFiles, writer.token, asMultipart([["western-blot.pdf", aPdf()]]));
    const { id: entryId } = await send(addResult, writer.token, {
      ...about(id),
      body: {
        panel: "electrolytes",
        collectedAt: "2026-11-19",
        values: [{ analyte: "potassium", value: "4.1" }],
        file: files[0],
      },
    });
    const listed = async (token: string) => [
      (await patientAs(token, id)).laboratoryFiles,
      ((await send(patientFiles, token, about(id))) as { path: string }[]).map(({ path }) => path),
    ];
    expect(await listed(other.token)).toEqual([files, files]);
    await mark(writer.token, id, "result", entryId);
    expect(await listed(other.token)).toEqual([[], []]);
    expect(await listed(owner)).toEqual([[], files]);
    expect(await send(patientResults, writer.token, about(id))).toMatchObject([{ file: files[0] }]);
    // The entry is not added to a list that others read.
    const back = await app.call(editPatient, owner, { ...about(id), body: { otherFiles: files } });
    expect(back.statusCode).toBe(400);
    expect(back.json().fields.otherFiles).toMatch(/confidential result/);
    await mark(owner, id, "result", entryId, false);
    expect(await listed(other.token)).toEqual([files, files]);
  });

  it("refuses to clear the mark when the same entry is in the record already", async () => {
    const id = await aPatient(app, clinic);
    const add = (token: string, more: object = {}) =>
      send(addProblem, token, { ...about(id), body: { words: "Depression", ...more } });
    const { id: hidden } = await add(writer.token, { isConfidential: true });
    await add(other.token);
    const answer = await app.call(markConfidential, owner, {
      ...about(id),
      body: { entries: [{ entry: "problem", entryId: hidden }], isConfidential: false },
    });
    expect(answer.statusCode).toBe(409);
    expect(answer.json().message).toMatch(/in the record already/);
    expect(
      (
        await app.call(changeProblem, other.token, {
          params: { id, rowId: hidden },
          body: { state: "resolved" },
        })
      ).statusCode,
    ).toBe(404);
  });

  it("is refused by the database to users who neither wrote the entry nor own the clinic", async () => {
    const id = await aPatient(app, clinic);
    const { id: entryId } = await consult(writer.token, id);
    const as = (userId: number) =>
      app.app.kit.databases.openClinic({
        clinicId: clinic.id,
        userId,
        ownerUserId: null,
        event: "record.confidential",
      });
    const set = (userId: number, to: number | null) =>
      as(userId)
        .db.updateTable("consultations")
        .set({ confidentialToId: to })
        .where("clinicId", "=", clinic.id)
        .where("id", "=", entryId)
        .execute();
    await expect(set(other.id, other.id)).rejects.toThrow(/row-level security|who wrote an entry/);
    await expect(set(writer.id, other.id)).rejects.toThrow(/row-level security|who wrote an entry/);
    await expect(set(clinic.owner.id, other.id)).rejects.toThrow(/who wrote an entry/);
    await set(writer.id, writer.id);
    expect(
      await as(other.id).db.selectFrom("consultations").select("id").where("id", "=", entryId).execute(),
    ).toEqual([]);
  });
});

describe("copies of the record", () => {
  it("a referral has no confidential entries, whoever sends it", async () => {
    const id = await aPatient(app, clinic);
    await writeConfidential(app, clinic, id, owner);
    const elsewhere = await aClinic(app);
    await send(sendReferral, owner, {
      ...about(id),
      body: { toClinicId: elsewhere.id, referralReason: "Echocardiography" },
    });
    const sent = await app.sql(
      "select to_jsonb(r)::text as row from referrals r where original_patient_id = $1",
      [id],
    );
    expect(sent).toHaveLength(2);
    expect(JSON.stringify(sent)).not.toContain(marker);
    expect(JSON.stringify(sent)).not.toContain("61.3");
  });

  it("a patient's copy has them where its maker may see them", async () => {
    const id = await aPatient(app, clinic);
    await writeConfidential(app, clinic, id, writer.token);
    const copy = async (token: string) =>
      (await app.call(copyRecord, token, { ...about(id), body: { reason: "Request", format: "json" } })).body;
    expect(await copy(owner)).toContain(`${marker} plan`);
    expect(await copy(other.token)).not.toContain(marker);
  });

  it("does not name the laboratory or test of a confidential result to the clinic's members", async () => {
    const id = await aPatient(app, clinic);
    await writeConfidential(app, clinic, id, writer.token);
    expect(JSON.stringify(await send(resultSettings, owner))).not.toContain(marker);
  });
});

describe("deleting a patient", () => {
  it("seals every entry even when staff who cannot see all of them delete, and restoring keeps all confidential", async () => {
    const id = await aPatient(app, clinic);
    await writeConfidential(app, clinic, id, writer.token);
    const stored = async () => {
      const rows: object[][] = [];
      for (const table of entryTables)
        rows.push(
          await app.sql(
            `select to_jsonb(t) as row from ${table} t where clinic_id = $1 and patient_id = $2 order by id`,
            [clinic.id, id],
          ),
        );
      return rows;
    };
    const before = await stored();
    expect(before.every((rows) => JSON.stringify(rows).includes(`"confidential_to_id":${writer.id}`))).toBe(
      true,
    );
    const answer = await app.call(deletePatient, other.token, about(id));
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.body).not.toContain(marker);
    const [sealed] = await app.sql<{ id: string; text: string }>(
      "select id, record::text as text from sealed_records where patient_id = $1",
      [id],
    );
    expect(sealed?.text).toContain(`${marker} plan`);
    await runOperation(
      ["restore-record", String(sealed?.id)],
      { DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir },
      () => undefined,
    );
    expect(await stored()).toEqual(before);
    expect((await send(patientConsultations, other.token, about(id))).length).toBe(1);
  });
});
