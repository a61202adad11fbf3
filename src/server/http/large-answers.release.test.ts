import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { editPatient, listPatients, onePatient } from "#features/patients/contract.ts";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, type TestClinic } from "#test/data/factories.ts";

let test: TestApp;
let clinic: TestClinic;
beforeAll(async () => {
  test = await startOwnApp();
});
beforeEach(async () => {
  clinic = await aClinic(test);
});
afterAll(() => test.close());

/** Rows with texts of this character, as long as a list shows them. */
const fill = (character: string, rows: number) =>
  test.sql(
    `with scope as materialized (select set_config('app.event', 'patient.create', true))
     insert into patients (clinic_id, admission_no, patient_name, sex, hospital, admission_status, patient_status, payment_status,
       preop_diagnosis, surgical_procedure, postop_diagnosis, chief_complaint, remarks, created_at, updated_at)
     select $1, 'F' || n, 'Reyes, Ana', 'F', 'H', 'Outpatient', 'Seen', 'Pending', t, t, t, t, t, now(), now()
     from scope, generate_series(1, $3::integer) n, (select repeat($2, 4000) as t) long`,
    [clinic.id, character, rows],
  );

describe("control characters", () => {
  it("are removed from input, except line breaks and tabs", async () => {
    const id = await aPatient(test, clinic);
    const body = {
      remarks: "Seen\u0001 at\u000B noon.\u007F\r\n\tStable.\u000C",
      patientName: "Reyes,\u0002 Ana",
    };
    const sent = { params: { id }, body };
    expect((await test.call(editPatient, clinic.owner.token, sent)).statusCode).toBe(200);
    const stored = (await test.call(onePatient, clinic.owner.token, { params: { id } })).json();
    expect(stored).toMatchObject({ remarks: "Seen at noon.\n\tStable.", patientName: "Reyes, Ana" });
  });

  it("in older rows make a page shorter, and the next page continues", async () => {
    await fill("\u0001", 150);
    const page = await test.call(listPatients, clinic.owner.token, { query: { limit: "150" } });
    expect(page.statusCode).toBe(200);
    expect(page.rawPayload.length).toBeLessThan(16_000_000);
    const rows = page.json().length;
    expect(rows).toBeLessThan(150);
    expect(page.headers).toMatchObject({ "x-total-count": "150", "x-next-cursor": expect.any(String) });
  });
});

describe("a client that does not read its responses", () => {
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
  });

  it("is refused further ones, and nobody else is", async () => {
    await fill("x", 700);
    await test.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = test.app.server.address() as AddressInfo;
    const request = async () => {
      const socket = connect(port, "127.0.0.1");
      sockets.push(socket);
      await once(socket, "connect");
      socket.pause();
      socket.write(
        `GET /api/patients?limit=500 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${clinic.owner.token}\r\n\r\n`,
      );
    };
    for (let asked = 0; asked < 5; asked += 1) await request();
    const again = (as = clinic) => test.call(listPatients, as.owner.token, { query: { limit: "1" } });
    await expect.poll(async () => (await again()).statusCode, { timeout: 10_000 }).toBe(503);
    expect((await again(await aClinic(test))).statusCode).toBe(200);
    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await again()).statusCode).toBe(200);
  });
});
