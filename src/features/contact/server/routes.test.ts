import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startOwnApp, type TestApp, testNow } from "#test/app.ts";
import { sendContactMessage } from "../contract.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startOwnApp({ TRUST_PROXY: "1", CONTACT_MESSAGES_PER_HOUR: "5" });
});
afterAll(() => test.close());

const message = {
  name: "Dr. Ana Reyes",
  email: "ana@reyes.test",
  phone: "0917 555 0100",
  clinic: "Reyes Clinic",
  subject: "Moving from paper",
  message: "How long does it take?\nWe are in Iloilo.",
};
let addresses = 0;
const anAddress = () => `203.0.113.${++addresses}`;
const send = (body: unknown, from = anAddress()) =>
  test.call(sendContactMessage, null, { body, headers: { "x-forwarded-for": from } });
const sendForm = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  test.app.inject({
    method: "POST",
    url: "/api/contact",
    payload: new URLSearchParams(fields).toString(),
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-forwarded-for": anAddress(),
      ...headers,
    },
  });
const stored = (subject: string) =>
  test.sql(
    "select name, email, phone, clinic, subject, message, created_at from contact_messages where subject = $1",
    [subject],
  );

it.each([
  ["name", "Name is required"],
  ["email", "Please enter a valid email address"],
  ["subject", "Subject is required"],
  ["message", "Message is required"],
])("asks for %s", async (field, words) => {
  for (const value of ["  ", undefined]) {
    const answer = await send({ ...message, [field]: value, subject: field === "subject" ? value : field });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: "invalid", fields: { [field]: words } });
    expect(await stored(field)).toEqual([]);
  }
});

it("stores the message", async () => {
  const answer = await send(message);
  expect(answer.statusCode).toBe(200);
  expect(answer.json().message).toContain("Your message was sent");
  expect(await stored(message.subject)).toEqual([{ ...message, created_at: testNow }]);
});

it("needs neither phone nor clinic", async () => {
  const { name, email, message: text } = message;
  expect((await send({ name, email, message: text, subject: "Short" })).statusCode).toBe(200);
  expect(await stored("Short")).toMatchObject([{ phone: null, clinic: null }]);
});

describe("a plain HTML form", () => {
  it("is accepted like JSON, with empty fields as null", async () => {
    const answer = await sendForm({ ...message, phone: "", subject: "Peña & Sons + ₱" });
    expect(answer.statusCode).toBe(200);
    expect(await stored("Peña & Sons + ₱")).toMatchObject([{ phone: null, message: message.message }]);
  });

  it("gets the same messages for missing fields", async () => {
    const answer = await sendForm({ name: "Ana" });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toMatchObject({ message: "Message is required" });
  });

  it("is refused from another site", async () => {
    const answer = await sendForm(
      { ...message, subject: "From elsewhere" },
      { host: "klinika.test", origin: "https://evil.test" },
    );
    expect(answer.statusCode).toBe(403);
    expect(await stored("From elsewhere")).toEqual([]);
  });

  it("is accepted by no other route", async () => {
    const answer = await test.app.inject({
      method: "POST",
      url: "/api/auth/login",
      payload: "email=ana%40reyes.test&password=x",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(answer.statusCode).toBe(415);
  });
});

it("five an hour from one address; an invalid one does not count", async () => {
  const from = anAddress();
  expect((await send({ ...message, email: "no address" }, from)).statusCode).toBe(400);
  for (let sent = 0; sent < 5; sent++) expect((await send(message, from)).statusCode).toBe(200);
  const before = await stored(message.subject);
  const answer = await send(message, from);
  expect(answer.statusCode).toBe(429);
  expect(answer.json().code).toBe("too_many");
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(3500);
  expect(await stored(message.subject)).toHaveLength(before.length);
  expect((await send(message)).statusCode).toBe(200);
});
