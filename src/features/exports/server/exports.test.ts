import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addExport, cancelExport, linkExport, listExports, oneExport } from "#features/exports/contract.ts";
import { mergePatients } from "#features/merges/contract.ts";
import { addPatient, deletePatient } from "#features/patients/contract.ts";
import { savePrescription, withdrawPrescription } from "#features/prescriptions/contract.ts";
import { workQueue } from "#server/jobs/job-queue.ts";
import { incomingFolder } from "#server/storage/storage-disk.ts";
import { startOwnApp, type TestApp, testNow } from "#test/app.ts";
import { acceptedBodies } from "#test/data/accepted-bodies.ts";
import { marker, writeConfidential } from "#test/data/confidential-entries.ts";
import { aClinic, aDoctor, aPatient, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { anActivePatient, fullClinic } from "#test/data/full-clinic.ts";
import { Archive } from "./archive/archive.ts";
import { exportedTables, leftOut } from "./tables/exported-tables.ts";
import { exportDesk, type ReadArchive, readArchive, rowsIn, sha256Of } from "./testing-archive.ts";
import { exportQueue, sweepExports } from "./work-exports.ts";
import { writeArchive } from "./write-archive.ts";

const body = { body: { hasPapers: false } };
let test: TestApp;
let clinic: TestClinic;
let archive: ReadArchive;
beforeAll(async () => {
  test = await startOwnApp();
  clinic = await fullClinic(test);
  await withdrawOne();
  await fullClinic(test);
  archive = await exportDesk(test, clinic).make();
});
afterAll(() => test.close());

async function withdrawOne(): Promise<void> {
  const { token } = clinic.owner;
  const params = { id: await anActivePatient(test, clinic) };
  const draft = acceptedBodies["POST /api/patients/:id/prescription"] as object;
  const { id: rxId } = (await test.call(savePrescription, token, { params, body: draft })).json();
  const reason = "Wrong medicine";
  await test.call(withdrawPrescription, token, { params: { ...params, rxId }, body: { reason } });
}

it("contains a withdrawn prescription with who, when and why, and does not print it", () => {
  const rows = rowsIn(archive, "prescriptions") as { id: number; status: string }[];
  const withdrawn = rows.find(({ status }) => status === "withdrawn");
  expect(withdrawn).toMatchObject({
    withdrawn_by_id: clinic.owner.id,
    withdrawn_at: expect.stringContaining("2026-11-20"),
    withdraw_reason: "Wrong medicine",
  });
  expect(String(archive.files.get("csv/prescriptions.csv"))).toContain("Wrong medicine");
  expect(String(archive.files.get("fhir/MedicationRequest.ndjson"))).toContain('"entered-in-error"');
  const printed = [...archive.files.keys()].filter((name) => / prescription \d+\.pdf$/.test(name));
  expect(printed).toHaveLength(rows.length - 1);
  expect(printed.join()).not.toContain(` ${withdrawn?.id}.pdf`);
});

it("leaves out what another doctor of the clinic keeps confidential", async () => {
  const own = await aClinic(test);
  const id = await aPatient(test, own);
  await writeConfidential(test, own, id, (await aDoctor(test, own)).token);
  const { files } = await exportDesk(test, own).make();
  for (const [name, bytes] of files) expect(bytes.includes(marker), name).toBe(false);
  expect(String(files.get("data/consultations.ndjson"))).toContain("Common cold");
});

it("contains every table of a clinic, or a reason why not", async () => {
  const tables = await test.sql<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'clinic_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not a.attisdropped order by 1`,
  );
  expect([...Object.keys(exportedTables), ...Object.keys(leftOut)].toSorted()).toEqual(
    ["clinics", ...tables.map(({ name }) => name)].toSorted(),
  );
  expect(archive.manifest.leftOut).toEqual(leftOut);
});

it("contains no secret of an account, a link or the server", async () => {
  const columns = await test.sql<{ table: string; name: string }>(
    `select c.relname as table, a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relname = any ($1) and a.attnum > 0 and not a.attisdropped
       and a.attname ~ '(^|_)(hash(es)?|token|secret|password|key|pin|seed|stored)(_|$)' order by 1, 2`,
    [Object.keys(exportedTables)],
  );
  const included = columns
    .filter(({ table, name }) => !exportedTables[table]?.withheld?.includes(name))
    .map(({ table, name }) => `${table}.${name}`);
  // None of them grants access: which address a household has, whether a password was changed, the ends of the record
  // history's chain, and the code printed on a certificate.
  expect(included).toEqual([
    "clinic_papers.code_hash",
    "clinic_papers.code_seed",
    "patients.household_key",
    "record_history_seals.hash",
    "record_history_seals.row_hashes",
    "users.password_changed",
  ]);
  const secrets = await test.sql<{ secret: string }>(
    `select password_hash as secret from credentials union select encode(token_hash, 'hex') from sessions
     union select encode(token_hash, 'hex') from displays union select encode(token_hash, 'hex') from calendar_feeds
     union select stored_as from files`,
  );
  const text = [...archive.files]
    .filter(([name]) => /\.(ndjson|csv|json)$/.test(name))
    .map(([, bytes]) => String(bytes))
    .join();
  expect(secrets.length).toBeGreaterThan(5);
  expect(secrets.filter(({ secret }) => text.includes(secret))).toEqual([]);
});

it("contains each row of the clinic, also confidential ones, and none of another", async () => {
  for (const [table, count] of Object.entries(archive.manifest.tables)) {
    const [row] = await test.sql<{ count: string }>(
      `select count(*) from ${table} where ${table === "clinics" ? "id" : "clinic_id"} = $1`,
      [clinic.id],
    );
    // Rows that the export and its download write come after the snapshot.
    const later = ["record_history", "notifications"].includes(table);
    const rows = rowsIn(archive, table);
    expect(rows.length, table).toBe(count);
    if (later) expect(count, table).toBeLessThanOrEqual(Number(row?.count));
    else expect(count, table).toBe(Number(row?.count));
    if (table !== "clinics")
      expect(
        rows.every(({ clinic_id }) => clinic_id === clinic.id),
        table,
      ).toBe(true);
  }
  const empty = Object.keys(exportedTables).filter((table) => archive.manifest.tables[table] === 0);
  expect(empty).toEqual([]);
});

it("contains nothing of a deleted patient, or of a record merged into it, but the deletion", async () => {
  const own = await aClinic(test);
  const { token } = own.owner;
  const add = async (patientName: string): Promise<number> => {
    const body = { hospital: "Own Clinic", patientName, sex: "F", admissionNo: patientName };
    const added = await test.call(addPatient, token, { body });
    expect(added.statusCode, added.body).toBe(200);
    return added.json().id;
  };
  const [deleted, merged] = [await add("Bayad, Deleted"), await add("Bayad, Merged")];
  const other = await add("Tuloy, Present");
  const into = await test.call(mergePatients, token, { params: { id: deleted }, body: { otherId: merged } });
  expect(into.statusCode, into.body).toBe(200);
  expect((await test.call(deletePatient, token, { params: { id: deleted } })).statusCode).toBe(200);
  const { files, manifest } = await exportDesk(test, own).make();
  const text = [...files.values()].map(String).join();
  expect(text).toContain("Tuloy, Present");
  expect(text).not.toContain("Bayad");
  expect(manifest.tables.merges).toBe(0);
  const events = rowsIn({ files } as ReadArchive, "record_history").map(({ event, patient_id }) => [
    event,
    patient_id,
  ]);
  expect(events).toContainEqual(["patient.delete", deleted]);
  expect(events).toContainEqual(["patient.create", other]);
  expect(events).not.toContainEqual(["patient.create", deleted]);
});

it("lists checksum and size of every file in it", () => {
  const { entries } = archive.manifest;
  expect(entries.map(({ name }) => name).toSorted()).toEqual(
    [...archive.files.keys()].filter((name) => name !== "manifest.json").toSorted(),
  );
  for (const { name, bytes, sha256 } of entries) {
    expect(archive.files.get(name)?.length, name).toBe(bytes);
    expect(sha256Of(archive.files.get(name)), name).toBe(sha256);
  }
});

it("contains the uploaded files under their names, and the papers", async () => {
  const stored = await test.sql<{ id: string; name: string; sha256: string }>(
    "select id, name, encode(sha256, 'hex') as sha256 from files where clinic_id = $1 and given_up_at is null",
    [clinic.id],
  );
  expect(stored.length).toBeGreaterThan(0);
  for (const { id, name, sha256 } of stored) {
    const [path, bytes] = [...archive.files].find(([entry]) => entry.includes(`/${id} `)) ?? [];
    expect(path).toContain(name);
    expect(sha256Of(bytes)).toBe(sha256);
  }
  const papers = [...archive.files.keys()].filter((name) => name.startsWith("papers/"));
  for (const kind of ["consultation", "full history", "prescription", "referral letter"])
    expect(
      papers.some((name) => name.includes(` ${kind} `)),
      kind,
    ).toBe(true);
  expect(String(archive.files.get(papers[0] ?? "")?.subarray(0, 5))).toBe("%PDF-");
  expect(archive.manifest.papers).toEqual({ papers: papers.length, notDrawn: [] });
});

it("contains the records as FHIR, one resource a line, without confidential ones", async () => {
  const rows = (type: string) =>
    String(archive.files.get(`fhir/${type}.ndjson`))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { resourceType: string; id: string });
  const patients = await test.sql<{ id: string }>(
    "select id from patients where clinic_id = $1 order by id",
    [clinic.id],
  );
  expect(rows("Patient").map(({ id }) => id)).toEqual(patients.map(({ id }) => String(id)));
  for (const type of ["Encounter", "Condition", "Observation", "MedicationRequest", "DocumentReference"])
    expect(new Set(rows(type).map(({ resourceType }) => resourceType)), type).toEqual(new Set([type]));
});

it("contains tables that a spreadsheet reads as text, with names instead of account ids", async () => {
  const own = await aClinic(test);
  await aPatient(test, own, { patient_name: "=cmd|calc, Peñaflor", remarks: 'line\nbreak, "quoted"' });
  const { files } = await exportDesk(test, own).make();
  const csv = String(files.get("csv/patients.csv"));
  expect(csv.startsWith("\uFEFFId,")).toBe(true);
  expect(csv).toContain('"\'=cmd|calc, Peñaflor"');
  expect(csv).toContain('"line\nbreak, ""quoted"""');
  expect(csv).toContain("Registered By");
  expect(csv).not.toContain(`,${own.owner.id},`);
  expect(String(files.get("csv/alerts.csv"))).toMatch(/^\uFEFFPatient,Admission Number,Id,/);
});

it("needs the owner, with a recent password", async () => {
  const staff = await aStaffMember(test, clinic, ["view_patients", "manage_settings" as never]);
  expect((await test.call(addExport, staff.token, body)).statusCode).toBe(403);
  expect((await test.call(listExports, staff.token)).statusCode).toBe(403);
  expect((await test.call(oneExport, clinic.owner.token, { params: { id: 987_654 } })).statusCode).toBe(404);
  await test.sql("update sessions set password_typed_at = $2 where user_id = $1", [
    clinic.owner.id,
    new Date(testNow.getTime() - 3_600_000),
  ]);
  for (const [endpoint, sent] of [
    [addExport, body],
    [linkExport, { params: { id: 1 } }],
  ] as const)
    expect((await test.call(endpoint, clinic.owner.token, sent)).json().code).toBe("password_required");
});

it("runs one at a time, notifies, is downloaded once per link, and is audited", async () => {
  const own = await aClinic(test);
  const desk = exportDesk(test, own);
  const { id } = await desk.start();
  expect((await test.call(addExport, own.owner.token, body)).json().message).toMatch(/being made already/);
  expect((await test.call(linkExport, own.owner.token, { params: { id } })).json().message).toMatch(
    /not ready/,
  );
  await workQueue(test.app, exportQueue);
  const made = await desk.find(id);
  expect(made).toMatchObject({ state: "ready", patients: 0, expiresAt: "2026-11-21T02:42:00Z" });
  expect(made.done).toBe(made.total);
  const notices = await test.sql("select title from notifications where clinic_id = $1", [own.id]);
  expect(notices).toContainEqual({ title: "Your clinic's export is ready" });
  const first = await desk.link(id);
  const second = await desk.link(id);
  expect((await desk.fetch(first)).statusCode).toBe(404);
  const refused = await test.app.inject({
    method: "GET",
    url: first,
    headers: { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" },
  });
  expect(refused.headers["content-type"]).toContain("text/html");
  expect(refused.body).toContain("<p>This link was used already, or has expired.");
  const got = await desk.fetch(second);
  expect(got.statusCode).toBe(200);
  expect(got.rawPayload.length).toBe(made.bytes);
  expect(got.headers["content-type"]).toBe("application/zip");
  expect((await desk.fetch(second)).statusCode).toBe(404);
  const history = await test.sql<{ user_id: string; changes: object }>(
    "select user_id, changes from record_history where clinic_id = $1 and event = 'clinic.export'",
    [own.id],
  );
  expect(history.map(({ changes }) => changes)).toEqual([{ exportId: id }, { exportId: id }]);
});

it("expires: the link after a minute, the archive after its hours", async () => {
  const own = await aClinic(test);
  const desk = exportDesk(test, own);
  const { id } = await desk.start();
  await workQueue(test.app, exportQueue);
  const late = await desk.link(id);
  const start = test.app.kit.now();
  test.setNow(new Date(start.getTime() + 61_000));
  expect((await desk.fetch(late)).statusCode).toBe(404);
  const fresh = await desk.link(id);
  test.setNow(new Date(start.getTime() + 24 * 3_600_000));
  expect((await desk.fetch(fresh)).statusCode).toBe(404);
  await sweepExports(test.app, test.app.kit.now());
  test.setNow(start);
  const [row] = await test.sql<{ state: string; stored_as: string | null }>(
    "select state, stored_as from exports where clinic_id = $1",
    [own.id],
  );
  expect(row).toEqual({ state: "expired", stored_as: null });
});

it("can be cancelled while it waits and when it is ready, and its bytes are deleted", async () => {
  const own = await aClinic(test);
  const desk = exportDesk(test, own);
  const cancel = (id: number) => test.call(cancelExport, own.owner.token, { params: { id } });
  const waiting = await desk.start();
  expect((await cancel(waiting.id)).json()).toMatchObject({ state: "cancelled" });
  await workQueue(test.app, exportQueue);
  expect(await desk.find(waiting.id)).toMatchObject({ state: "cancelled" });
  const { id } = await desk.start();
  await workQueue(test.app, exportQueue);
  const link = await desk.link(id);
  const [stored] = await test.sql<{ stored_as: string }>("select stored_as from exports where id = $1", [id]);
  await cancel(id);
  expect((await desk.fetch(link)).statusCode).toBe(404);
  await sweepExports(test.app, test.app.kit.now());
  await expect(test.app.kit.storage.get(stored?.stored_as ?? "")).rejects.toMatchObject({
    code: "files_unavailable",
  });
  expect((await cancel(id)).json().message).toMatch(/nothing to cancel/);
});

it("omits papers on request", async () => {
  const own = await fullClinic(test);
  const { id } = (await test.call(addExport, own.owner.token, body)).json();
  await workQueue(test.app, exportQueue);
  const desk = exportDesk(test, own);
  const { files, manifest } = await readArchive((await desk.fetch(await desk.link(id))).rawPayload);
  expect([...files.keys()].filter((name) => name.startsWith("papers/"))).toEqual([]);
  expect(manifest.papers.papers).toBe(0);
  expect(await desk.find(id)).toMatchObject({ hasPapers: false, state: "ready" });
});

it("stops at once when its signal is aborted, and leaves nothing", async () => {
  const own = await fullClinic(test);
  const { kit } = test.app;
  const stopping = new AbortController();
  const archive = await Archive.begin(kit.settings.dataDir, kit.now());
  archive.output.resume();
  const parts: string[] = [];
  const scope = { clinicId: own.id, userId: own.owner.id, ownerUserId: null, event: "clinic.export" };
  const progress = {
    total: () => undefined,
    done: () => undefined,
    part: (name: string) => {
      parts.push(name);
      if (parts.length === 3) stopping.abort(new Error("cancelled"));
    },
  };
  await expect(
    writeArchive(archive, { kit, scope, now: kit.now(), hasPapers: true, signal: stopping.signal, progress }),
  ).rejects.toThrow("cancelled");
  await archive.removeSpools();
  expect(parts).toHaveLength(3);
  const left = await readdir(incomingFolder(kit.settings.dataDir));
  expect(left.filter((name) => name.startsWith("export-"))).toEqual([]);
});

it("is restarted after a crash, and names a file that the store lost", async () => {
  const own = await fullClinic(test);
  const desk = exportDesk(test, own);
  const { id } = await desk.start();
  const closing = new AbortController();
  closing.abort();
  await workQueue(test.app, exportQueue, closing.signal);
  expect(await desk.find(id)).toMatchObject({ state: "waiting" });
  // Another process claimed it and died.
  await test.sql("update exports set state = 'running', attempts = 1, leased_until = $2 where id = $1", [
    id,
    new Date(test.app.kit.now().getTime() - 1000),
  ]);
  const [file] = await test.sql<{ stored_as: string }>(
    "select stored_as from files where clinic_id = $1 and given_up_at is null limit 1",
    [own.id],
  );
  await test.app.kit.storage.remove(file?.stored_as ?? "");
  await workQueue(test.app, exportQueue);
  expect(await desk.find(id)).toMatchObject({ state: "ready" });
  const { manifest } = await readArchive((await desk.fetch(await desk.link(id))).rawPayload);
  expect(manifest.files.lost).toHaveLength(1);
  // After three failed attempts it fails with a message.
  const next = await desk.start();
  await test.sql("update exports set state = 'running', attempts = 3, leased_until = null where id = $1", [
    next.id,
  ]);
  await workQueue(test.app, exportQueue);
  expect(await desk.find(next.id)).toMatchObject({
    state: "failed",
    problem: expect.stringMatching(/several times/),
  });
});
