import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { addPatient, listPatients } from "#features/patients/contract.ts";
import { addTask, listTasks } from "#features/tasks/contract.ts";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { aClinic, type TestClinic } from "#test/data/factories.ts";
import { databaseAt, onServer } from "#test/servers/postgres.ts";

let test: TestApp;
let clinic: TestClinic;
beforeAll(async () => {
  test = await startOwnApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  clinic = await aClinic(test);
});

it("reports that the database is unreachable, and works again when it is back", async () => {
  const { token } = clinic.owner;
  const name = new URL(test.databaseUrl).pathname.slice(1);
  const server = databaseAt(test.databaseUrl, "postgres");
  await onServer(server, `alter database ${name} allow_connections false`);
  await onServer(
    server,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and application_name = 'klinika'`,
  );
  const gone = [
    await test.call(listPatients, token),
    await test.call(addTask, token, { body: { title: "x" } }),
  ];
  await onServer(server, `alter database ${name} allow_connections true`);
  for (const answer of gone) {
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toEqual({
      code: "database_unavailable",
      message: "Klinika can't reach its database right now. Please try again in a moment.",
    });
    expect(answer.headers["retry-after"]).toBe("5");
  }
  expect((await test.call(listPatients, token)).statusCode).toBe(200);
});

it("reports a full disk, stores nothing, and works again when there is space", async () => {
  const { token } = clinic.owner;
  await test.sql(
    `create function no_room() returns trigger language plpgsql as $$
     begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`,
  );
  await test.sql(
    "create trigger no_room before insert on record_history for each row execute function no_room()",
  );
  const body = { admissionNo: "A-1", hospital: "Makati Medical Center", patientName: "Reyes, Ana", sex: "F" };
  const full = await test.call(addPatient, token, { body });
  expect(full.statusCode).toBe(507);
  expect(full.json()).toEqual({
    code: "storage_full",
    message: "There is no space left to save this. Please contact your administrator.",
  });
  expect(await test.sql("select id from patients where clinic_id = $1", [clinic.id])).toEqual([]);
  await test.sql("drop trigger no_room on record_history");
  expect((await test.call(addPatient, token, { body })).statusCode).toBe(200);
  expect((await test.call(listTasks, token)).statusCode).toBe(200);
});

it("answers an address that cannot be decoded with a message", async () => {
  for (const url of ["/%", "/api/patients/%zz"]) {
    const answer = await test.app.inject({ url });
    expect(answer.statusCode, url).toBe(404);
    expect(answer.json()).toEqual({ code: "not_found", message: "This address does not exist." });
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
  }
});
