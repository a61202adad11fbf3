import { expect, test } from "vitest";
import { Failure } from "#shared/errors.ts";
import { acceptedBodies, requiredQueries } from "#test/data/accepted-bodies.ts";
import { endpoints, nameOf, placesOf } from "#test/endpoints.ts";
import { validate } from "./validate.ts";

const wrongValues: unknown[] = [
  undefined,
  null,
  -1,
  1.5,
  12,
  true,
  [],
  [null],
  [12],
  {},
  { unknown: 1 },
  "",
  "x",
  "9".repeat(400_000),
];

/** Copies of `value` with one wrong value each, at any depth. */
function* withOneFault(value: unknown): Generator<unknown> {
  yield* wrongValues;
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value))
    for (const wrong of withOneFault(inner))
      yield Array.isArray(value) ? value.with(Number(key), wrong) : { ...value, [key]: wrong };
}

/** Zod's own messages, which say what was found and not what to do. */
const zodMessages = /^Invalid input|expected|received|^Unrecognized|^Too (big|small)|undefined|NaN/;

function messagesOf(check: () => unknown): string[] {
  try {
    check();
    return [];
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    return Object.entries(failure.details.fields ?? {}).map(([field, message]) => `${field}: ${message}`);
  }
}

const fromTheLibrary = (messages: string[]) => [
  ...new Set(messages.filter((message) => zodMessages.test(message.replace(/^.*?: /, "")))),
];

const fieldsOf = (schema: unknown): string[] =>
  Object.keys((schema as { _zod: { def: { shape?: object } } })._zod.def.shape ?? {});

const named = (chosen: typeof endpoints) => chosen.map((endpoint) => [nameOf(endpoint), endpoint] as const);

test.each(named(endpoints.filter(({ body }) => body)))(
  "%s says how to fix each error of its body",
  (name, { params: _params, query: _query, ...endpoint }) => {
    const accepted = acceptedBodies[name] as object | undefined;
    const everyField = {
      ...Object.fromEntries(fieldsOf(endpoint.body).map((key) => [key, null])),
      ...accepted,
    };
    const messages = [...withOneFault(everyField)].flatMap((body) =>
      messagesOf(() => validate(endpoint, { params: {}, query: {}, body })),
    );
    expect(fromTheLibrary(messages)).toEqual([]);
  },
);

const wrongTexts = ["", "x", "-1", "1.5", "9".repeat(300), "2026-13-45", ["1", "2"]];

test.each(named(endpoints.filter(({ query }) => query)))(
  "%s says how to fix each error of its query",
  (_name, { params: _params, body: _body, ...endpoint }) => {
    const messages = fieldsOf(endpoint.query).flatMap((key) =>
      wrongTexts.flatMap((wrong) =>
        messagesOf(() => validate(endpoint, { params: {}, query: { [key]: wrong }, body: {} })),
      ),
    );
    expect(fromTheLibrary(messages)).toEqual([]);
  },
);

/** Endpoints whose patient is that of the record in the path, or that are about no patient. */
const withoutPatient = endpoints.filter(
  ({ path, access, query }) =>
    path.startsWith("/api/") &&
    !path.startsWith("/api/patients/:id") &&
    access !== "public" &&
    !(query && fieldsOf(query).includes("patientId")),
);

test.each(named(withoutPatient))("%s refuses a patient that it would ignore", (name, endpoint) => {
  const places: Record<string, string> = { key: "asthma", path: "7.pdf" };
  const params = Object.fromEntries(placesOf(endpoint).map((place) => [place, places[place] ?? "7"]));
  const { body: schema, ...withoutBody } = endpoint;
  const query = { ...requiredQueries[name], patientId: "8" };
  expect(messagesOf(() => validate(withoutBody, { params, query, body: undefined }))).toContain(
    "patientId: A patient cannot be named here.",
  );
  const body = { ...(acceptedBodies[name] as object | undefined), notes: [{ patientId: 8 }] };
  if (schema)
    expect(messagesOf(() => validate(endpoint, { params, query: requiredQueries[name], body }))).not.toEqual(
      [],
    );
});

const withoutBody = endpoints.filter(
  ({ method, path, access, body, upload }) =>
    method !== "GET" && path.startsWith("/api/") && access !== "public" && !body && !upload,
);

test.each(named(withoutBody))(
  "%s refuses a body that it would ignore",
  (name, { params: _params, ...endpoint }) => {
    const [field] = endpoint.query ? fieldsOf(endpoint.query) : [];
    const sent = { params: {}, query: requiredQueries[name] ?? {} };
    expect(messagesOf(() => validate(endpoint, { ...sent, body: {} }))).toEqual([]);
    expect(messagesOf(() => validate(endpoint, { ...sent, body: { unknown: 1 } }))).toEqual([
      "unknown: This field cannot be set here.",
    ]);
    if (field)
      expect(messagesOf(() => validate(endpoint, { ...sent, body: { [field]: "week" } }))).toEqual([
        `${field}: Send this in the address: ?${field}=…`,
      ]);
  },
);

const aboutOnePatient = endpoints.filter(
  ({ method, path, namesOtherPatient }) =>
    method !== "GET" && path.startsWith("/api/patients/:id") && !namesOtherPatient,
);

test.each(aboutOnePatient.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  "%s refuses a body about another patient than the path's",
  (_, endpoint) => {
    const sent = { ...(acceptedBodies[nameOf(endpoint)] as object | undefined), patientId: 8 };
    const params = { id: "7" };
    const words = "This is another patient than the one in the address of the call.";
    expect(() => validate(endpoint, { params, query: {}, body: sent })).toThrow(words);
    const nested = { ...sent, patientId: 7, notes: [{ patientId: 8 }] };
    expect(() => validate(endpoint, { params, query: {}, body: nested })).toThrow(words);
    expect(() => validate(endpoint, { params, query: { patientId: "8" }, body: {} })).toThrow(words);
  },
);
