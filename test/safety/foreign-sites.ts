import { currentUser } from "#features/accounts/contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import { sessionCookie } from "#server/auth/session.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { isByKey } from "#shared/permissions.ts";
import { acceptedBodies } from "#test/data/accepted-bodies.ts";
import { aPng, asMultipart } from "#test/data/example-files.ts";
import { anAdmin } from "#test/data/factories.ts";
import { clinicTables, stateOf } from "#test/data/rows-of-clinics.ts";
import { endpoints, nameOf } from "#test/endpoints.ts";
import { type Request, requestFor } from "#test/request-for.ts";
import { paramsFor, type SeededClinic, seededClinic } from "#test/safety/seeded-records.ts";
import type { EmptyEnvironment } from "../harness/environment.ts";
import { type Figure, none } from "../harness/figure.ts";
import { cookieOf } from "./live-sessions.ts";

/** Requests that another site can trigger: it chooses the form, the browser adds the origin headers. */
const forms: [name: string, headers: Record<string, string>][] = [
  ["a form of another site", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
  ["a script of a sister site", { origin: "http://evil.localhost", "sec-fetch-site": "same-site" }],
  ["a sandboxed frame", { origin: "null", "sec-fetch-site": "cross-site" }],
  ["an old browser that sends a Referer alone", { referer: "https://evil.example/form" }],
  ["a browser that says nothing of where it comes from", {}],
  ["plain text", { origin: "https://evil.example", "content-type": "text/plain" }],
  [
    "a form in the address's encoding",
    { origin: "https://evil.example", "content-type": "application/x-www-form-urlencoded" },
  ],
  ["our own address in front of another", { origin: "http://127.0.0.1.evil.example" }],
];

/** With the victim's cookie and a body that would be accepted, so that only the origin can refuse it. */
function asVictim(
  endpoint: Endpoint,
  records: SeededClinic["records"],
  headers: Record<string, string>,
): Request {
  const body = endpoint.body && (acceptedBodies[nameOf(endpoint)] ?? { email: "a@b.ph" });
  const sent = endpoint.upload ? asMultipart([["a.png", aPng()]], endpoint.upload.field) : { body };
  const request = requestFor(endpoint, null, { params: paramsFor(endpoint, records), ...sent });
  const payload = headers["content-type"] && body ? JSON.stringify(body) : request.payload;
  return { ...request, ...(payload && { payload }), headers: { ...request.headers, ...headers } };
}

/** Requests that another site makes a signed-in browser send. */
export async function proveForeignSites({ stage, send }: EmptyEnvironment): Promise<Figure[]> {
  const clinic = await seededClinic(stage);
  const admin = await anAdmin(stage);
  const tables = await clinicTables(stage);
  // Reading the own account shows whether a session still exists.
  const state = async () =>
    `${await stateOf(stage, clinic.id, tables)} ${JSON.stringify(await stage.sql("select * from clinics where id = $1", [clinic.id]))}`;
  const before = await state();
  // A request with an API key ignores cookies.
  const changing = endpoints.filter(({ method, access }) => method !== "GET" && !isByKey(access));
  const heard: string[] = [];
  const cookies: string[] = [];
  for (const endpoint of changing)
    for (const [form, headers] of forms) {
      const token = endpoint.access === "admin" ? admin.token : clinic.owner.token;
      const isPublic = endpoint.access === "public";
      // A sign-in without origin headers and cookies comes from an API client.
      if (isPublic && Object.keys(headers).length === 0) continue;
      const request = asVictim(endpoint, clinic.records, headers);
      if (!isPublic || nameOf(endpoint) === "POST /api/auth/logout")
        request.headers.cookie = `${sessionCookie}=${token}`;
      const answer = await send(request);
      const name = `${nameOf(endpoint)}, ${form}`;
      const isRefused = answer.statusCode === 403 || answer.statusCode === 415;
      if (!isRefused) heard.push(`${name}: ${answer.statusCode} ${answer.body.slice(0, 80)}`);
      if (cookieOf(answer) !== null) cookies.push(name);
    }
  const reads: string[] = [];
  for (const endpoint of [currentUser, onePatient])
    for (const site of ["cross-site", "same-site"]) {
      const request = requestFor(endpoint, null, { params: paramsFor(endpoint, clinic.records) });
      const answer = await send({
        ...request,
        headers: { cookie: `${sessionCookie}=${clinic.owner.token}`, "sec-fetch-site": site },
      });
      if (answer.statusCode !== 403) reads.push(`${nameOf(endpoint)}, ${site}: ${answer.statusCode}`);
    }
  const links = [{ "sec-fetch-site": "cross-site" }, { referer: "https://evil.example/" }];
  const ended: string[] = [];
  for (const headers of links) {
    const cookie = `${sessionCookie}=${clinic.owner.token}`;
    await send({ method: "GET", url: "/api/auth/logout", headers: { ...headers, cookie } });
    if ((await stage.call(currentUser, clinic.owner.token)).statusCode !== 200)
      ended.push(JSON.stringify(headers));
  }
  const tries = changing.length * forms.length;
  return [
    none(
      `changes that another site can make (${changing.length} calls × ${forms.length} forms)`,
      tries,
      heard,
    ),
    none("of them, sign-ins that set a cookie", tries, cookies),
    none("rows changed by them, by the database", tries, (await state()) === before ? [] : ["changed"]),
    none("reads with the cookie that another site can make", 4, reads),
    none("links to the sign-out that end a session", links.length, ended),
  ];
}
