import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { adminLogin, currentUser, login } from "#features/accounts/contract.ts";
import {
  changePassword,
  confirmSecondFactor,
  setUpSecondFactor,
} from "#features/accounts/security-contract.ts";
import { addBill, patientBills } from "#features/billing/contract.ts";
import { patientConsultations } from "#features/consultations/contract.ts";
import { patientFiles } from "#features/files/contract.ts";
import { addPatient, deletePatient, onePatient, patientHistory } from "#features/patients/contract.ts";
import { pregnancies } from "#features/pregnancies/contract.ts";
import { patientPrescriptions } from "#features/prescriptions/contract.ts";
import { sendReferral } from "#features/referrals/contract.ts";
import { sha256 } from "#server/auth/secrets.ts";
import { readSettings } from "#server/settings.ts";
import { newKeyPair, recipientOf } from "#server/storage/age-format.ts";
import { openStorage } from "#server/storage/open-storage.ts";
import { startOwnApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, anAdmin, aPassword, aPatient, aStaffMember } from "#test/data/factories.ts";
import { anActivePatient, fullClinic } from "#test/data/full-clinic.ts";
import { GeneratedPairs, tablesBelow } from "#test/data/generated-pairs.ts";
import { skipOnCluster } from "#test/servers/skip-on-cluster.ts";
import { OperationError } from "./operation.ts";
import { runOperation } from "./run-operation.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startOwnApp();
});
afterAll(() => test.close());

const run = (...words: string[]) =>
  runOperation(words, { DATABASE_URL: test.databaseUrl, DATA_DIR: test.dataDir }, () => undefined);
const passwordIn = (lines: string[]) => /password: (\S+)/.exec(lines.join("\n"))?.[1] ?? "";
const logged = (command: string) =>
  test.sql<{ operator: string; about_clinic_id: string | null; details: Record<string, unknown> }>(
    "select * from platform_operations where command = $1 order by id desc",
    [command],
  );
const subdomainOf = async (id: number) =>
  (await test.sql<{ subdomain: string }>("select subdomain from clinics where id = $1", [id]))[0]
    ?.subdomain ?? "";

skipOnCluster("it has Citus")("refuses to distribute a database without Citus", async () => {
  await expect(run("distribute")).rejects.toThrow(/no coordinator of a Citus cluster/);
  await expect(run("rebalance")).rejects.toThrow(/no coordinator of a Citus cluster/);
  await expect(run("distribute", "many")).rejects.toThrow(/"many" isn't a number of shards/);
});

it("lists the commands when none is given", async () => {
  const text = (await run()).join("\n");
  for (const command of [
    "create-admin EMAIL",
    "reset-owner-password EMAIL",
    "reset-second-factor EMAIL",
    "change-email EMAIL NEW-EMAIL",
    "restore-record NUMBER",
    "export-clinic",
  ])
    expect(text).toContain(command);
  await expect(run("drop-clinic")).rejects.toThrow(/There is no command "drop-clinic"/);
});

it("creates an admin who must change the password, which is not logged", async () => {
  const lines = await run("create-admin", "Second.Admin@klinika.test");
  const password = passwordIn(lines);
  const answer = await test.call(adminLogin, null, {
    body: { email: "second.admin@klinika.test", password },
  });
  expect(answer.statusCode).toBe(200);
  const me = await test.call(currentUser, answer.json().token);
  expect(me.json()).toMatchObject({ role: "admin", passwordChanged: false });
  const [row] = await logged("create-admin");
  expect(row?.details).toEqual({ email: "second.admin@klinika.test" });
  expect(row?.operator).toMatch(/.@./);
  await expect(run("create-admin", "second.admin@klinika.test")).rejects.toThrow(/has an account already/);
});

it("gives an owner a new password that must be changed, and ends the account's sessions", async () => {
  const clinic = await aClinic(test);
  const lines = await run("reset-owner-password", clinic.owner.email.toUpperCase());
  expect((await test.call(currentUser, clinic.owner.token)).statusCode).toBe(401);
  const { email } = clinic.owner;
  expect((await test.call(login, null, { body: { email, password: aPassword } })).statusCode).toBe(401);
  const password = passwordIn(lines);
  const { token } = (await test.call(login, null, { body: { email, password } })).json();
  expect((await test.call(addPatient, token, { body: {} })).json().code).toBe("password_change_required");
  const changed = await test.call(changePassword, token, {
    body: { currentPassword: password, newPassword: "bagong-susi-7" },
  });
  expect(changed.statusCode).toBe(200);
  expect((await test.call(currentUser, token)).json()).toMatchObject({ passwordChanged: true });
  expect(Number((await logged("reset-owner-password"))[0]?.about_clinic_id)).toBe(clinic.id);
});

it("refuses to reset a secretary's password, or one of an unknown account", async () => {
  const clinic = await aClinic(test);
  const clerk = await aStaffMember(test, clinic, ["view_patients"]);
  const before = (await logged("reset-owner-password")).length;
  await expect(run("reset-owner-password", clerk.email)).rejects.toThrow(
    /the clinic's owner gives a new password/,
  );
  await expect(run("reset-owner-password", "nobody@clinic.test")).rejects.toThrow(OperationError);
  expect((await test.call(currentUser, clerk.token)).statusCode).toBe(200);
  expect(await logged("reset-owner-password")).toHaveLength(before);
});

it("resets the second factor of an owner or an admin, but not of staff", async () => {
  const clinic = await aClinic(test);
  const admin = await anAdmin(test);
  for (const { token, email } of [clinic.owner, admin]) {
    await expect(run("reset-second-factor", email)).rejects.toThrow(/has no two-step sign-in/);
    const { secret } = (await test.call(setUpSecondFactor, token)).json();
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: testNow.getTime() });
    await test.call(confirmSecondFactor, token, { body: { code } });
    const body = { email, password: aPassword };
    expect((await test.call(login, null, { body })).statusCode).toBe(401);
    await run("reset-second-factor", email.toUpperCase());
    expect((await test.call(currentUser, token)).statusCode).toBe(401);
    expect((await test.call(login, null, { body })).statusCode).toBe(200);
    expect((await logged("reset-second-factor"))[0]?.details).toEqual({ email });
  }
  const clerk = await aStaffMember(test, clinic, []);
  await expect(run("reset-second-factor", clerk.email)).rejects.toThrow(/the clinic's owner resets it/);
});

it("changes an owner's email, and invalidates links mailed to the old one", async () => {
  const clinic = await aClinic(test);
  const other = await aClinic(test);
  const clerk = await aStaffMember(test, clinic, []);
  const { email, token, id } = clinic.owner;
  const newEmail = `right.${email}`;
  await test.sql("update users set email_unconfirmed_since = now() where id = $1", [id]);
  const link = "k".repeat(43);
  await test.sql(
    "insert into mailed_links values ($1, $2, 'reset', now(), now() + interval '1 day'), ($3, $2, 'confirm', now(), now() + interval '1 day')",
    [sha256(link), id, sha256(`${link}k`)],
  );
  await expect(run("change-email", email)).rejects.toThrow(/Name the account by its email/);
  await expect(run("change-email", email, other.owner.email)).rejects.toThrow(/has an account already/);
  await expect(run("change-email", clerk.email, newEmail)).rejects.toThrow(/the clinic's owner changes it/);
  expect((await test.call(currentUser, token)).statusCode).toBe(200);

  await run("change-email", email, newEmail.toUpperCase());
  expect((await test.call(currentUser, token)).statusCode).toBe(401);
  const signIn = (address: string) =>
    test.call(login, null, { body: { email: address, password: aPassword } });
  expect((await signIn(email)).statusCode).toBe(401);
  expect((await signIn(newEmail)).statusCode).toBe(200);
  expect(await test.sql("select from mailed_links where user_id = $1", [id])).toEqual([]);
  expect(await test.sql("select kind from letters_with_link where email = $1", [newEmail])).toEqual([
    { kind: "confirm" },
  ]);
  expect((await logged("change-email"))[0]?.details).toEqual({ email, newEmail });
});

it("restores a deleted patient unchanged, and records it in the record history", async () => {
  const clinic = await fullClinic(test);
  const { token } = clinic.owner;
  const id = await anActivePatient(test, clinic);
  const params = { params: { id } };
  const everything = async () => {
    const [record, ...lists] = await Promise.all(
      [onePatient, patientConsultations, patientPrescriptions, patientFiles, pregnancies].map((read) =>
        test.call(read, token, params),
      ),
    );
    return [record?.json(), ...lists.map((list) => list.json())];
  };
  const before = await everything();
  const stays = () => test.sql("select * from admissions where patient_id = $1 order by id", [id]);
  const staysBefore = await stays();
  expect((await test.call(deletePatient, token, params)).statusCode).toBe(200);
  const listed = await run("sealed-records", await subdomainOf(clinic.id));
  const number = /^(\d+) +20261120-001 +Reyes, Ana /m.exec(listed.join("\n"))?.[1] ?? "";

  expect((await run("restore-record", number)).join()).toContain(
    "Reyes, Ana is restored, with admission number 20261120-001",
  );
  expect(await everything()).toEqual(before);
  expect(await stays()).toEqual(staysBefore);
  const history = (await test.call(patientHistory, token, params)).json();
  expect(JSON.stringify(history)).toContain("patient.restore");
  expect((await run("sealed-records", await subdomainOf(clinic.id))).join("\n")).not.toContain("Reyes, Ana");
  await expect(run("restore-record", number)).rejects.toThrow(/No sealed record/);
  expect((await logged("restore-record"))[0]?.details).toEqual({
    patientId: id,
    admissionNo: "20261120-001",
  });
});

it("completes the bills of a record that was sealed before they had the patient's share and a practitioner", async () => {
  const clinic = await aClinic(test);
  const { token } = clinic.owner;
  const patientId = await aPatient(test, clinic);
  const lines = [{ description: "Consultation", quantity: 1, amount: "2500.50" }];
  const hmo = { company: "Maxicare", approved: "1000" };
  const bill = (await test.call(addBill, token, { body: { patientId, lines, hmo } })).json();
  const params = { params: { id: patientId } };
  expect((await test.call(deletePatient, token, params)).statusCode).toBe(200);
  const [sealed] = await test.sql<{ id: string }>(
    "update sealed_records set record = record #- '{bills,0,patient_share}' #- '{bills,0,patient_balance}' #- '{bills,0,practitioner_id}' where patient_id = $1 returning id",
    [patientId],
  );
  await run("restore-record", sealed?.id ?? "");
  expect((await test.call(patientBills, token, params)).json().bills).toEqual([bill]);
});

it("restores the rows of every table below a patient", async () => {
  const pairs = await GeneratedPairs.open(test, () => 0.4);
  const [pair] = await pairs.add(1);
  const id = pair?.survivor ?? 0;
  const tables = await tablesBelow(test);
  const rows = async () => {
    const counts: Record<string, number> = {};
    for (const table of tables) {
      const found = await test.sql(`select from ${table} where clinic_id = $1 and patient_id = $2`, [
        pairs.clinic.id,
        id,
      ]);
      counts[table] = found.length;
    }
    return counts;
  };
  const before = await rows();
  expect(Object.entries(before).filter(([, count]) => count === 0)).toEqual([]);
  const deleted = await test.call(deletePatient, pairs.clinic.owner.token, { params: { id } });
  expect(deleted.statusCode, deleted.body).toBe(200);
  const [row] = await run("sealed-records", await subdomainOf(pairs.clinic.id));
  await run("restore-record", row?.split(" ")[0] ?? "");
  // Neither is part of the record.
  expect(await rows()).toEqual({ ...before, notifications: 0, import_rows: 0 });
});

it("sends no second notification for a referral that is restored with its patient", async () => {
  const [clinic, other] = [await aClinic(test), await aClinic(test)];
  const clerk = await aStaffMember(test, clinic, ["view_patients"]);
  const id = await aPatient(test, clinic, { patient_name: "Uy, Corazon" });
  const body = { toClinicId: other.id, referralReason: "Echocardiography" };
  const sent = await test.call(sendReferral, clerk.token, { params: { id }, body });
  expect(sent.statusCode).toBe(200);
  const notified = async () =>
    Number(
      (
        await test.sql<{ count: string }>(
          "select count(*) from notifications where title like '%referred%' or title like 'Referral%'",
        )
      )[0]?.count,
    );
  expect(await notified()).toBeGreaterThan(0);
  expect((await test.call(deletePatient, clinic.owner.token, { params: { id } })).statusCode).toBe(200);
  const before = await notified();
  const [row] = await run("sealed-records", await subdomainOf(clinic.id));
  await run("restore-record", row?.split(" ")[0] ?? "");
  const [back] = await test.sql("select status from referrals where original_patient_id = $1", [id]);
  expect(back).toBeDefined();
  expect(await notified()).toBe(before);
});

it("gives a free admission number when another patient has the old one", async () => {
  const clinic = await aClinic(test);
  const id = await aPatient(test, clinic, { admission_no: "20261120-007", patient_name: "Uy, Benjamin" });
  await test.call(deletePatient, clinic.owner.token, { params: { id } });
  await aPatient(test, clinic, { admission_no: "20261120-007" });
  const [row] = await run("sealed-records", await subdomainOf(clinic.id));
  const lines = await run("restore-record", row?.split(" ")[0] ?? "");
  expect(lines.join()).toContain("20261120-007-2");
  const back = await test.call(onePatient, clinic.owner.token, { params: { id } });
  expect(back.json()).toMatchObject({ admissionNo: "20261120-007-2", patientName: "Uy, Benjamin" });
});

describe("encryption", () => {
  it("makes a key pair without a database", async () => {
    const nowhere = { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" };
    const text = (await runOperation(["make-key"], nowhere, () => undefined)).join("\n");
    const identity = /AGE-SECRET-KEY-1\S+/.exec(text)?.[0] ?? "";
    expect(text).toContain(`public key: ${await recipientOf(identity)}`);
  });

  it("encrypts existing files, continues after an interruption, and lists files that it cannot encrypt", async () => {
    const clinic = await fullClinic(test);
    const other = await fullClinic(test);
    await test.call(deletePatient, other.owner.token, { params: { id: await anActivePatient(test, other) } });
    await expect(run("encrypt-files")).rejects.toThrow(/FILES_KEY is not set/);
    const { identity } = await newKeyPair();
    const env = { DATABASE_URL: test.databaseUrl, DATA_DIR: test.dataDir, FILES_KEY: identity };
    const encrypt = async () => (await runOperation(["encrypt-files"], env, () => undefined)).join("\n");
    const stored = await readdir(join(test.dataDir, "files"), { recursive: true, withFileTypes: true });
    const files = stored.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const contents = await Promise.all(files.map((file) => readFile(file)));
    const { key, sha256 } = (
      await test.sql<{ key: string; sha256: string }>(
        "select stored_as as key, encode(sha256, 'hex') as sha256 from files where clinic_id = $1",
        [clinic.id],
      )
    )[0] as { key: string; sha256: string };
    const storage = openStorage(readSettings(env));
    // As if interrupted after the first file.
    await storage.encryptStored(key, sha256);
    expect(await encrypt()).toMatch(`${files.length - 1} files encrypted; all ${files.length} are encrypted`);
    for (const [n, file] of files.entries()) {
      const bytes = await readFile(file);
      expect(bytes.toString("latin1", 0, 22)).toBe("age-encryption.org/v1\n");
      const path = file.slice(join(test.dataDir, "files").length + 1);
      expect((await buffer(await storage.get(path))).equals(contents[n] ?? Buffer.alloc(0))).toBe(true);
    }
    expect(await encrypt()).toMatch(/^0 files encrypted/);
    await rm(join(test.dataDir, "files", key));
    await expect(encrypt()).rejects.toThrow(`${key}: it is not in the file store`);
  });
});
