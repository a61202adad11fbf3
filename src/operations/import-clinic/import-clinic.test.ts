import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { login } from "#features/accounts/contract.ts";
import { addBill } from "#features/billing/contract.ts";
import { exportedTables } from "#features/exports/server/tables/exported-tables.ts";
import { type ReadArchive, readArchive, rowsIn, sha256Of } from "#features/exports/server/testing-archive.ts";
import { addPatient, onePatient } from "#features/patients/contract.ts";
import { withdrawPrescription } from "#features/prescriptions/contract.ts";
import { runOperation } from "#operations/run-operation.ts";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient } from "#test/data/factories.ts";
import { fullClinic } from "#test/data/full-clinic.ts";
import { seededClinic } from "#test/safety/seeded-records.ts";

let [from, to]: TestApp[] = [];
let folder: string;
let subdomain: string;
let patientId: number;
let [before, after]: ReadArchive[] = [];
let output: string[];

const stage = (test: TestApp | undefined) => test as TestApp;
const run = (test: TestApp | undefined, ...words: string[]) =>
  runOperation(
    words,
    { DATABASE_URL: stage(test).databaseUrl, DATA_DIR: stage(test).dataDir },
    () => undefined,
  );

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "klinika-clinic-"));
  [from, to] = [await startOwnApp(), await startOwnApp()];
  const clinic = await seededClinic(from);
  patientId = Number(clinic.records.patient);
  await from.call(withdrawPrescription, clinic.owner.token, {
    params: { id: patientId, rxId: Number(clinic.records.rxId) },
    body: { reason: "Wrong medicine" },
  });
  const [row] = await from.sql<{ subdomain: string }>("select subdomain from clinics where id = $1", [
    clinic.id,
  ]);
  subdomain = row?.subdomain ?? "";
  await run(from, "export-clinic", subdomain, join(folder, "before.zip"));
  output = await run(to, "import-clinic", join(folder, "before.zip"));
  await run(to, "export-clinic", subdomain, join(folder, "after.zip"));
  before = await readArchive(await readFile(join(folder, "before.zip")));
  after = await readArchive(await readFile(join(folder, "after.zip")));
});
afterAll(async () => {
  await from?.close();
  await to?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Columns that the platform decides, that refer to other clinics, or that get new ids. */
const differs: Record<string, string[]> = {
  clinics: [
    "id",
    "verified_at",
    "is_active",
    "subscription_status",
    "trial_ends_at",
    "setup_fee",
    "monthly_fee",
  ],
  users: ["id", "clinic_id", "password_changed"],
  referrals: [
    "clinic_id",
    "from_clinic_id",
    "to_clinic_id",
    "sent_by_id",
    "referring_doctor_id",
    "receiving_doctor_id",
    "status",
  ],
};

it("imports every field of every table unchanged", () => {
  const [was, is] = [before as ReadArchive, after as ReadArchive];
  expect(rowsIn(was, "prescriptions")).toMatchObject([{ status: "withdrawn" }]);
  const accounts = new Map(
    rowsIn(is, "users").map((user) => [
      rowsIn(was, "users").find(({ email }) => email === user.email)?.id as number,
      user.id as number,
    ]),
  );
  expect(accounts.size).toBe(rowsIn(was, "users").length);
  const differences: string[] = [];
  let compared = 0;
  for (const table of Object.keys(exportedTables)) {
    if (table === "record_history_seals") continue;
    const [rows, others] = [rowsIn(was, table), rowsIn(is, table)];
    // The export added a row after it, and the import another.
    const same = table === "record_history" ? others.slice(0, rows.length) : others;
    if (same.length !== rows.length) differences.push(`${table}: ${rows.length} rows became ${same.length}`);
    const left = differs[table] ?? ["clinic_id"];
    for (const [index, row] of rows.entries())
      for (const [column, value] of Object.entries(row)) {
        if (left.includes(column)) continue;
        compared += 1;
        const other = same[index]?.[column];
        const isUser =
          /_by_id$|^(user|author|secretary|doctor|owner_user|assigned_to|confidential_to|worked_for)_id$/.test(
            column,
          );
        const expected = isUser && value !== null ? accounts.get(value as number) : value;
        const text = JSON.stringify(expected);
        // Changes in the record history name accounts by their new ids, too.
        const renamed = text?.replace(
          /("(?:\w+_by_id|user_id|author_id|secretary_id|doctor_id|userId)":)(\[[^\]]*\]|\d+)/g,
          (_, key, ids) => key + ids.replace(/\d+/g, (id: string) => accounts.get(Number(id)) ?? "null"),
        );
        if (JSON.stringify(other) !== renamed)
          differences.push(`${table}.${column}: ${text} became ${JSON.stringify(other)}`);
      }
  }
  expect(differences).toEqual([]);
  expect(compared).toBeGreaterThan(1000);
  const empty = Object.keys(exportedTables).filter(
    (table) => (before as ReadArchive).manifest.tables[table] === 0,
  );
  expect(empty).toEqual([]);
});

it("imports the files, byte for byte", () => {
  const sums = (archive: ReadArchive | undefined) =>
    [...(archive?.files ?? [])]
      .filter(([name]) => name.startsWith("files/"))
      .map(([name, bytes]) => [name, sha256Of(bytes)]);
  expect(sums(after)).toEqual(sums(before));
  expect(sums(after).length).toBeGreaterThan(0);
});

it("can be used after the owner got a new password", async () => {
  const email = /reset-owner-password (\S+)/.exec(output.join("\n"))?.[1] ?? "";
  const lines = await run(to, "reset-owner-password", email);
  const password = /password: (\S+)/.exec(lines.join("\n"))?.[1] ?? "";
  const { token } = (await stage(to).call(login, null, { body: { email, password } })).json();
  await stage(to).sql("update users set password_changed = true where email = $1", [email]);
  const record = await stage(to).call(onePatient, token, { params: { id: patientId } });
  expect(record.statusCode, record.body).toBe(200);
  const body = { hospital: "Own Clinic", patientName: "New, Patient", sex: "F", admissionNo: "20261120-900" };
  const added = await stage(to).call(addPatient, token, { body });
  expect(added.statusCode, added.body).toBe(200);
  const [most] = await stage(to).sql<{ most: string }>("select max(id) as most from record_history");
  expect(added.json().id).toBeGreaterThan(patientId);
  expect(Number(most?.most)).toBeGreaterThan(patientId);
  // Nothing was sealed from this data folder.
  await expect(run(to, "check-history")).rejects.toThrow(/ are unchanged\./);
});

it("refuses a second import, a damaged archive and no archive, and changes nothing", async () => {
  const state = () =>
    stage(to).sql(
      "select (select count(*) from clinics) as clinics, (select count(*) from files) as files, (select count(*) from users) as users",
    );
  const was = await state();
  await expect(run(to, "import-clinic", join(folder, "before.zip"))).rejects.toThrow(/subdomain .* already/);
  const bytes = await readFile(join(folder, "before.zip"));
  const damaged = Buffer.from(bytes);
  // In the middle of a stored file's bytes.
  const at = damaged.indexOf("%PDF-") + 6;
  damaged[at] = (damaged[at] ?? 0) ^ 1;
  await writeFile(join(folder, "damaged.zip"), damaged);
  await expect(run(to, "import-clinic", join(folder, "damaged.zip"), "another")).rejects.toThrow(/damaged/);
  await writeFile(join(folder, "cut.zip"), bytes.subarray(0, bytes.length - 2000));
  await expect(run(to, "import-clinic", join(folder, "cut.zip"), "another")).rejects.toThrow(
    /cannot be read|damaged/,
  );
  await expect(run(to, "import-clinic")).rejects.toThrow(/Name the archive/);
  expect(await state()).toEqual(was);
});

it("brings back a clinic in which most tables are empty", async () => {
  const { id } = await aClinic(stage(from));
  const [row] = await stage(from).sql<{ subdomain: string }>("select subdomain from clinics where id = $1", [
    id,
  ]);
  await run(from, "export-clinic", row?.subdomain ?? "", join(folder, "new.zip"));
  await run(to, "import-clinic", join(folder, "new.zip"));
  await run(to, "export-clinic", row?.subdomain ?? "", join(folder, "new-again.zip"));
  const counts = async (name: string) => {
    const { manifest } = await readArchive(await readFile(join(folder, name)));
    const { record_history: _history, record_history_seals: _seals, ...tables } = manifest.tables;
    return tables;
  };
  expect(await counts("new-again.zip")).toEqual(await counts("new.zip"));
  expect((await counts("new.zip")).patients).toBe(0);
});

it("computes what the patient owes of an archive's bills", async () => {
  const clinic = await aClinic(stage(from));
  const patientId = await aPatient(stage(from), clinic);
  const lines = [{ description: "Consultation", quantity: 1, amount: "2500.50" }];
  const hmo = { company: "Maxicare", approved: "1000.25" };
  await stage(from).call(addBill, clinic.owner.token, { body: { patientId, lines, hmo } });
  const [row] = await stage(from).sql<{ subdomain: string }>("select subdomain from clinics where id = $1", [
    clinic.id,
  ]);
  await run(from, "export-clinic", row?.subdomain ?? "", join(folder, "billed.zip"));
  await run(to, "import-clinic", join(folder, "billed.zip"));
  expect(
    await stage(to).sql(
      "select patient_share, patient_balance from bills b join clinics c on c.id = b.clinic_id where c.subdomain = $1",
      [row?.subdomain],
    ),
  ).toEqual([{ patient_share: "1500.25", patient_balance: "1500.25" }]);
});

it("makes the owner of an archive without practitioners its practitioner", async () => {
  const { id } = await fullClinic(stage(from));
  const [row] = await stage(from).sql<{ subdomain: string }>("select subdomain from clinics where id = $1", [
    id,
  ]);
  const exported = { ...exportedTables };
  // As an archive was before there were practitioners.
  for (const name of [
    "practitioners",
    "practitioner_hours",
    "extra_hours",
    "doctor_shares",
    "statement_entries",
    "statements",
  ])
    delete exportedTables[name];
  exportedTables.users = {};
  for (const name of ["appointments", "bills", "clinic_papers", "consultations", "prescriptions", "visits"])
    exportedTables[name] = {
      ...exported[name],
      withheld: ["practitioner_id", ...(exported[name]?.withheld ?? [])],
    };
  try {
    await run(from, "export-clinic", row?.subdomain ?? "", join(folder, "earlier.zip"));
  } finally {
    Object.assign(exportedTables, exported);
  }
  await run(to, "import-clinic", join(folder, "earlier.zip"));
  const imported = await stage(to).sql(
    `select p.license_number, p.credentials, u.role, v.others
     from clinics c join practitioners p on p.clinic_id = c.id
     join users u on u.clinic_id = c.id and u.id = p.user_id
     cross join lateral (select count(*)::integer as others from visits where clinic_id = c.id and practitioner_id <> p.id) v
     where c.subdomain = $1`,
    [row?.subdomain],
  );
  expect(imported).toEqual([{ license_number: "0098412", credentials: "MD", role: "owner", others: 0 }]);
});

it("imports a copy beside the original clinic, whose email addresses are taken", async () => {
  const lines = await run(from, "import-clinic", join(folder, "before.zip"), `${subdomain}-copy`);
  expect(lines.join("\n")).toMatch(/email address is taken here/);
  const [row] = await stage(from).sql<{ patients: string }>(
    "select count(*) as patients from patients p join clinics c on c.id = p.clinic_id where c.subdomain = $1",
    [`${subdomain}-copy`],
  );
  expect(Number(row?.patients)).toBe((before as ReadArchive).manifest.tables.patients);
});
