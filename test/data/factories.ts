import { hashPassword } from "#server/auth/password.ts";
import { newSecret, sha256 } from "#server/auth/secrets.ts";
import { ownerDefaultPermissions, type Permission } from "#shared/permissions.ts";
import type { Stage } from "../app.ts";

export const aPassword = "tinola-at-noon-42";
const passwordHash = hashPassword(aPassword);

let made = 0;
const next = () => ++made;

export type TestUser = { id: number; email: string; token: string };
export type TestClinic = { id: number; name: string; owner: TestUser };

/** A clinic in its trial, with its owner signed in. */
export async function aClinic(
  test: Stage,
  { name = `Clinic ${next()}`, at = test.app.kit.now() } = {},
): Promise<TestClinic> {
  const email = `owner${next()}@clinic.test`;
  const trialEnds = new Date(at.getTime() + 30 * 24 * 3_600_000);
  const row = await test.app.kit.databases.functions.value("signUpClinic", {
    clinicName: name,
    subdomain: `clinic-${process.pid}-${next()}`,
    setupFee: "0",
    monthlyFee: "1000",
    trialEnds,
    email,
    phone: "+63 917 555 0100",
    firstName: "Rafael",
    lastName: "Peñaflor",
    license: "0098412",
    permissions: ownerDefaultPermissions,
    passwordHash: await passwordHash,
    at,
    confirmEmail: false,
    credentials: "MD",
  });
  const ownerId = row ?? 0;
  const [clinic] = await test.sql<{ clinic_id: string }>("select clinic_id from users where id = $1", [
    ownerId,
  ]);
  return {
    id: Number(clinic?.clinic_id),
    name,
    owner: { id: ownerId, email, token: await aSession(test, ownerId) },
  };
}

/** A staff account of the clinic that has changed its password and is signed in. */
export async function aStaffMember(
  test: Stage,
  clinic: TestClinic,
  permissions: readonly Permission[],
  { role = "secretary", passwordChanged = true } = {},
): Promise<TestUser> {
  const email = `staff${next()}@clinic.test`;
  const [row] = await test.sql<{ id: string }>(
    `insert into users (clinic_id, email, first_name, last_name, role, permissions, password_changed)
     values ($1, $2, 'Marites', 'Bañez', $3, $4, $5) returning id`,
    [clinic.id, email, role, permissions, passwordChanged],
  );
  const id = Number(row?.id);
  await test.sql("insert into credentials (user_id, password_hash) values ($1, $2)", [
    id,
    await passwordHash,
  ]);
  return { id, email, token: await aSession(test, id) };
}

/** A doctor of the clinic beside its owner, signed in. */
export async function aDoctor(
  test: Stage,
  clinic: TestClinic,
  { firstName = "Ma. Corazon", lastName = "dela Peña" } = {},
): Promise<TestUser & { practitionerId: number }> {
  const doctor = await aStaffMember(test, clinic, [], { role: "doctor" });
  await test.sql("update users set first_name = $2, last_name = $3 where id = $1", [
    doctor.id,
    firstName,
    lastName,
  ]);
  const [row] = await test.sql<{ id: string }>(
    `insert into practitioners (clinic_id, user_id, license_number, letter, created_at, updated_at)
     select $1, $2, '0104227', chr(65 + count(*)::integer), now(), now() from practitioners where clinic_id = $1 returning id`,
    [clinic.id, doctor.id],
  );
  return { ...doctor, practitionerId: Number(row?.id) };
}

/** The platform admin, signed in. */
export async function anAdmin(test: Stage): Promise<TestUser> {
  const email = `admin${next()}@klinika.test`;
  const [row] = await test.sql<{ id: string }>(
    `insert into users (email, first_name, last_name, role, password_changed) values ($1, 'System', 'Admin', 'admin', true) returning id`,
    [email],
  );
  const id = Number(row?.id);
  await test.sql("insert into credentials (user_id, password_hash) values ($1, $2)", [
    id,
    await passwordHash,
  ]);
  return { id, email, token: await aSession(test, id) };
}

export async function aSession(
  test: Stage,
  userId: number,
  { ownerToken }: { ownerToken?: string } = {},
): Promise<string> {
  const token = newSecret();
  const at = test.app.kit.now();
  const [password] = await test.sql<{ hash: string }>(
    "select password_hash as hash from credentials where user_id = $1",
    [userId],
  );
  await test.app.kit.databases.functions.value("startSession", {
    user: userId,
    tokenHash: sha256(token),
    device: null,
    at,
    expires: new Date(at.getTime() + 12 * 3_600_000),
    remembered: false,
    ownerSession: ownerToken ? sha256(ownerToken) : null,
    passwordHash: password?.hash ?? "",
  });
  return token;
}

type PatientColumns = Record<string, string | number | boolean | null | object>;

/** A patient row as registration leaves it; `columns` are snake_case overrides. Returns the id. */
export async function aPatient(
  test: Stage,
  clinic: { id: number },
  columns: PatientColumns = {},
): Promise<number> {
  const at = test.app.kit.now().toISOString();
  const row: PatientColumns = {
    clinic_id: clinic.id,
    admission_no: `20261120-${String(next()).padStart(3, "0")}`,
    hospital: "Chong Hua Hospital - Fuente",
    patient_name: "Ybañez, Marilou Sarmiento",
    sex: "F",
    age: 33,
    created_at: at,
    updated_at: at,
    ...columns,
  };
  const names = Object.keys(row);
  const [stored] = await test.sql<{ id: string }>(
    `with scope as materialized (select set_config('app.event', 'patient.create', true))
     insert into patients (${names.join(", ")}) select ${names.map((_, index) => `$${index + 1}`).join(", ")} from scope returning id`,
    Object.values(row),
  );
  return Number(stored?.id);
}

/** Thousands of admitted patients with a stay each; without triggers, whose history rows would take a minute. */
export async function manyAdmitted(test: Stage, clinic: TestClinic, count: number): Promise<void> {
  await test.sql("set session_replication_role = replica");
  await test.sql(
    `with made as (
       insert into patients (clinic_id, admission_no, hospital, patient_name, sex, admission_status, date_of_admission)
       select $1, 'M-' || n, 'Makati Medical Center', 'Long List ' || n, 'F', 'Admitted', date '2026-11-20' - n % 40
       from generate_series(1, $2::integer) n returning clinic_id, id, hospital, date_of_admission)
     insert into admissions (clinic_id, patient_id, hospital, admitted_at)
     select clinic_id, id, hospital, date_of_admission from made`,
    [clinic.id, count],
  );
  await test.sql("reset session_replication_role");
  // As autovacuum does within a minute; without it PostgreSQL takes a full table for empty.
  await test.sql("analyze patients, admissions");
}

/** The id of a passkey that has no authenticator. */
export async function aPasskey(test: Stage, userId: number): Promise<number> {
  const [row] = await test.sql<{ id: string }>(
    `insert into passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
     values ($1, $2, $2, 0, '{}', 'Clinic laptop', $3) returning id`,
    [userId, Buffer.from(newSecret()), test.app.kit.now()],
  );
  return Number(row?.id);
}
