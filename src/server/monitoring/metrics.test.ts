import { tmpdir } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { login } from "#features/accounts/contract.ts";
import { listPatients, onePatient } from "#features/patients/contract.ts";
import { startOwnApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, aPatient } from "#test/data/factories.ts";

const token = "a-secret-for-prometheus";
let app: TestApp;
beforeAll(async () => {
  app = await startOwnApp({
    METRICS: token,
    BACKUP_FOLDER: tmpdir(),
    SMTP_URL: "smtp://127.0.0.1:9",
    SUPPORT_EMAIL: "help@klinika.test",
  });
});
afterAll(() => app.close());

const request = (authorization?: string) =>
  app.app.inject({ url: "/metrics", ...(authorization && { headers: { authorization } }) });
const lines = async () => (await request(`Bearer ${token}`)).body.split("\n");

test("are refused without the token, and to sessions", async () => {
  const { owner } = await aClinic(app);
  for (const authorization of [undefined, "Bearer another-secret-of-16", `Bearer ${owner.token}`, "Bearer"]) {
    const answer = await request(authorization);
    expect(answer.statusCode).toBe(401);
    expect(answer.body).not.toContain("klinika_");
  }
});

test("do not exist without the setting", async () => {
  const plain = await startOwnApp();
  const answer = await plain.app.inject({ url: "/metrics", headers: { authorization: "Bearer " } });
  expect(answer.statusCode).not.toBe(200);
  expect(answer.body).not.toContain("klinika_");
  await plain.close();
});

test("cover requests, database, passwords, mail and the build", async () => {
  const { owner } = await aClinic(app);
  await app.call(listPatients, owner.token);
  await app.call(login, null, { body: { email: "nobody@clinic.test", password: "not the password" } });
  await app.sql(
    "insert into contact_messages (kind, name, email, subject, message, created_at) values ('contact', 'Ana', 'ana@x.test', 'Hi', 'Hello', $1)",
    [testNow],
  );
  const answer = await request(`Bearer ${token}`);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["content-type"]).toContain("text/plain; version=0.0.4");
  for (const line of [
    /^klinika_request_seconds_count\{method="GET",route="\/api\/patients",status="2xx"\} 1$/m,
    /^klinika_requests_in_flight 1$/m,
    /^klinika_database_connections\{state="idle"\} \d+$/m,
    /^klinika_database_waiting 0$/m,
    /^klinika_password_checks\{state="waiting"\} 0$/m,
    /^klinika_mail_waiting 1$/m,
    /^klinika_disk_free_bytes\{folder="backups"\} \d/m,
    /^klinika_build_info\{version="\d+\.\d+\.\d+",migration="\d{4}_\w+"\} 1$/m,
    /^nodejs_eventloop_lag_p99_seconds /m,
    /^process_resident_memory_bytes \d+$/m,
  ])
    expect(answer.body).toMatch(line);
});

test("labels are bounded, and none contains a clinic, a patient or an id", async () => {
  const clinic = await aClinic(app);
  const id = await aPatient(app, clinic, { patient_name: "Kamatayan, Purificacion" });
  await app.call(onePatient, clinic.owner.token, { params: { id } });
  await app.app.inject("/nowhere");
  const known = (await lines()).filter((line) => line.startsWith("klinika_request_seconds_count")).length;
  for (let n = 0; n < 40; n += 1) {
    await app.call(onePatient, clinic.owner.token, { params: { id: id + n } });
    await app.app.inject(`/nowhere/${n}?of=Purificacion`);
    await app.app.inject({ method: "PROPFIND", url: `/assets/${n}.js` });
  }
  const after = (await lines()).filter((line) => line.startsWith("klinika_request_seconds_count"));
  // Unknown paths share a label.
  expect(after.length).toBeLessThanOrEqual(known + 3);
  const all = (await lines()).filter((line) => line.startsWith("klinika_")).join("\n");
  expect(all).not.toContain("Purificacion");
  expect(all).not.toMatch(/(?:route|method)="[^"]*\d/);
});

test("report when jobs and the newest backup last succeeded", async () => {
  const { metricValues: measured } = app.app.kit;
  measured.lastBackupAt = new Date("2026-11-20T01:00:00Z");
  measured.jobs.set("sweep", { at: testNow, seconds: 0.25 });
  const after = await lines();
  expect(after).toContain(`klinika_backup_timestamp_seconds ${measured.lastBackupAt.getTime() / 1000}`);
  expect(after).toContain(
    `klinika_job_last_success_timestamp_seconds{job="sweep"} ${testNow.getTime() / 1000}`,
  );
  expect(after).toContain('klinika_job_last_seconds{job="sweep"} 0.25');
});
