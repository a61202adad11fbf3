import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { Secret, TOTP } from "otpauth";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { currentUser, login } from "#features/accounts/contract.ts";
import { changePassword, endOtherDevices, setUpSecondFactor } from "#features/accounts/security-contract.ts";
import { deactivateStaffAccount } from "#features/staff/contract.ts";
import { startOwnApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, aPassword, aSession, aStaffMember } from "#test/data/factories.ts";

let test: TestApp;
let port: number;
beforeAll(async () => {
  test = await startOwnApp();
  await test.app.listen({ port: 0, host: "127.0.0.1" });
  const address = test.app.server.address();
  port = typeof address === "object" && address ? address.port : 0;
});
afterAll(() => test.close());
/** Longer than the lookup of a session is cached. */
const whileItIsSent = 300;

/** Sends the headers, and the body when `release` is called: up to 30 seconds later the server still waits for it. */
async function held(method: string, path: string, token: string, body: object) {
  const text = JSON.stringify(body);
  const socket: Socket = connect(port, "127.0.0.1");
  let got = "";
  socket.on("data", (part) => (got += String(part)));
  socket.write(
    `${method} ${path} HTTP/1.1\r\nConnection: close\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text.slice(0, 1)}`,
  );
  await wait(whileItIsSent);
  return async () => {
    socket.write(text.slice(1));
    await once(socket, "close");
    return { status: Number(got.slice(9, 12)), body: got.split("\r\n\r\n")[1] ?? "" };
  };
}

it("a request with a delayed body creates no staff account after every other session was signed out", async () => {
  const { owner } = await aClinic(test);
  const stolen = await aSession(test, owner.id);
  const release = await held("POST", "/api/secretaries", stolen, {
    email: "left-behind@evil.test",
    firstName: "Left",
    lastName: "Behind",
    role: "staff",
    permissions: ["view_patients"],
  });
  expect((await test.call(endOtherDevices, owner.token)).statusCode).toBe(200);
  expect((await test.call(currentUser, stolen)).statusCode).toBe(401);
  const answer = await release();
  expect(answer.status).toBe(401);
});

it("a request with a delayed body sets no PIN after the password was changed", async () => {
  const { owner } = await aClinic(test);
  const stolen = await aSession(test, owner.id);
  const release = await held("PUT", "/api/auth/staff-mode-pin", stolen, { pin: "193746" });
  const changed = await test.call(changePassword, owner.token, {
    body: { currentPassword: aPassword, newPassword: "sampaloc-at-dusk-9" },
  });
  expect(changed.statusCode).toBe(200);
  expect((await release()).status).toBe(401);
});

it("a deactivated staff account registers no patient by a request that began before", async () => {
  const clinic = await aClinic(test);
  const staff = await aStaffMember(test, clinic, ["view_patients", "add_patients", "edit_patients"]);
  const release = await held("POST", "/api/patients", staff.token, {
    admissionNo: "20261120-777",
    patientName: "Left, Behind",
    hospital: "Makati Medical Center",
    sex: "F",
    age: 33,
  });
  await test.call(deactivateStaffAccount, clinic.owner.token, { params: { id: staff.id } });
  const answer = await release();
  expect(answer.status).toBe(401);
});
it("a thief's authenticator app is not added after the owner changed the password", async () => {
  const { owner } = await aClinic(test);
  const stolen = await aSession(test, owner.id);
  const { secret } = (await test.call(setUpSecondFactor, stolen)).json();
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: testNow.getTime() });
  const release = await held("POST", "/api/auth/second-factor/confirm", stolen, { code });
  const changed = await test.call(changePassword, owner.token, {
    body: { currentPassword: aPassword, newPassword: "sampaloc-at-dusk-9" },
  });
  expect(changed.statusCode).toBe(200);
  await release();
  const entered = await test.call(login, null, {
    body: { email: owner.email, password: "sampaloc-at-dusk-9" },
  });
  expect(entered.json().code).toBeUndefined();
});

it("a deactivated account stores no file by an upload that began before (it may last an hour)", async () => {
  const clinic = await aClinic(test);
  const staff = await aStaffMember(test, clinic, ["view_patients", "add_patients", "edit_patients"]);
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const head = Buffer.from(
    '--b\r\nContent-Disposition: form-data; name="files"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n',
  );
  const body = Buffer.concat([head, png, Buffer.from("\r\n--b--\r\n")]);
  const socket: Socket = connect(port, "127.0.0.1");
  let got = "";
  socket.on("data", (part) => (got += String(part)));
  socket.write(
    `POST /api/patients/upload-files HTTP/1.1\r\nConnection: close\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${staff.token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  socket.write(body.subarray(0, 20));
  await wait(whileItIsSent);
  await test.call(deactivateStaffAccount, clinic.owner.token, { params: { id: staff.id } });
  socket.write(body.subarray(20));
  await once(socket, "close");
  expect(Number(got.slice(9, 12))).toBe(401);
});
