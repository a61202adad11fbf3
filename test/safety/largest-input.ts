import { safeParse } from "zod/mini";
import { logout } from "#features/accounts/contract.ts";
import { changeAllergy } from "#features/clinical-lists/contract.ts";
import { uploadFiles } from "#features/files/contract.ts";
import { editPatient } from "#features/patients/contract.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { acceptedBodies } from "../data/accepted-bodies.ts";
import { asMultipart, onePixel } from "../data/example-files.ts";
import { aClinic, anAdmin, aSession } from "../data/factories.ts";
import { seedLargeClinics } from "../data/large-clinics.ts";
import { endpoints, nameOf } from "../endpoints.ts";
import type { OwnEnvironment } from "../harness/environment.ts";
import { type Figure, info, none } from "../harness/figure.ts";
import { besidePolls, pollFigures } from "../harness/polls.ts";
import { isCostly } from "./generated-requests.ts";
import { paramsFor, type SeededClinic, seededClinic, tokenOfClinic } from "./seeded-records.ts";
import { filled, type Shape, shapeOf } from "./text-inputs.ts";

/** JSON bodies may have 1 MiB, part of which is names and quotes. */
const mostBytes = 1_000_000;
const lengths = [200_000, 100_000, 50_000, 20_000, 5000, 2000, 1000, 500, 255, 200, 100, 50, 20];
const text = (length: number) => `${"Abdominal pain ".repeat(Math.ceil(length / 15)).slice(0, length - 1)}.`;

/** Makes lists as long as their contract allows. */
function lengthened(body: unknown, shape: Shape & { maxItems?: number }): unknown {
  if (Array.isArray(body)) {
    const items = Array.isArray(shape.items) ? undefined : shape.items;
    if (body.length === 0 || items?.enum) return body;
    return Array.from({ length: shape.maxItems ?? 50 }, () => body[0]);
  }
  if (typeof body !== "object" || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, lengthened(value, shape.properties?.[name] ?? {})]),
  );
}

/** The largest body that the endpoint accepts, or undefined if it accepts none. */
function largestBody(endpoint: Endpoint): unknown {
  const base = acceptedBodies[nameOf(endpoint)] ?? {};
  if (!endpoint.body) return undefined;
  for (let cap = 200_000; cap > 20; cap = Math.floor(cap / 1.5)) {
    const texts = [cap, ...lengths].filter((length) => length <= cap).map(text);
    const { body } = filled(endpoint, base, () => texts);
    for (const candidate of [lengthened(body, shapeOf(endpoint.body)), body])
      if (JSON.stringify(candidate).length <= mostBytes && safeParse(endpoint.body, candidate).success)
        return candidate;
  }
  return base;
}

const order = ["POST", "PATCH", "PUT", "GET", "DELETE"];
const fileLists = ["laboratoryFiles", "imagingFiles", "otherFiles"];

/**
 * Calls every endpoint with the largest input that it accepts, and reads every list and export whole, while another clinic
 * polls: the clinic has 50,000 patients, one of them with 300 files and texts at their limits.
 */
export async function proveLargestInput(environment: OwnEnvironment): Promise<Figure[]> {
  const { stage, many } = environment;
  const sizes = { inBigClinic: many(50_000), elsewhere: many(1000), clinics: 2 };
  const large = await seedLargeClinics(stage.databaseUrl, { ...sizes, now: new Date() });
  await stage.sql("insert into credentials (user_id, password_hash) values ($1, 'none')", [large.ownerId]);
  const owner = await aSession(stage, large.ownerId);
  const admin = await anAdmin(stage);
  const small = await seededClinic(stage);
  const elsewhere = await aClinic(stage);
  await fillPatient(environment, small);
  const refused: string[] = [];
  const calls: { name: string; from: number; to: number; status: number }[] = [];
  /** The body for the clinic's own patient; names are different each time. */
  const meant = (body: unknown) => {
    if (typeof body !== "object" || body === null) return body;
    const own: Record<string, unknown> = { ...body };
    const known = {
      patientId: small.records.patient,
      toClinicId: elsewhere.id,
      physicianName: "Rafael Peñaflor",
    };
    for (const [name, value] of Object.entries(known)) if (name in own) own[name] = value;
    for (const list of fileLists) delete own[list];
    for (const name of ["fieldName", "name"])
      if (typeof own[name] === "string")
        own[name] = `${calls.length} ${own[name]}`.slice(0, own[name].length);
    return own;
  };
  const call = async (endpoint: Endpoint, as: string | null) => {
    const from = Date.now();
    const params = paramsFor(endpoint, small.records);
    const body = endpoint.method === "GET" ? undefined : meant(largestBody(endpoint));
    const answer = await stage.call(endpoint, as, { params, ...(body !== undefined && { body }) });
    if (answer.statusCode >= 400) refused.push(`${nameOf(endpoint)}: ${answer.body.slice(0, 120)}`);
    calls.push({ name: nameOf(endpoint), from, to: Date.now(), status: answer.statusCode });
  };
  const sorted = endpoints
    .filter((endpoint) => endpoint !== logout && !isCostly(endpoint) && !endpoint.upload)
    .toSorted((one, other) => order.indexOf(one.method) - order.indexOf(other.method));
  const polls = await besidePolls(environment, async () => {
    for (const endpoint of sorted) {
      const isAdmins = endpoint.access === "admin";
      await call(endpoint, isAdmins ? admin.token : tokenOfClinic(endpoint, small));
      // Lists of the clinic with 50,000 patients, whole.
      if (endpoint.method === "GET" && !endpoint.path.includes(":") && !isAdmins) await call(endpoint, owner);
    }
  });
  const slowest = calls
    .map(({ name, from, to, status }) => {
      const during = polls.filter(({ at, took }) => at + took >= from && at <= to);
      const poll = Math.max(0, ...during.map(({ took }) => took));
      return { poll, line: `${name} ${status}: ${to - from} ms, a poll beside it ${poll.toFixed(0)} ms` };
    })
    .toSorted((one, other) => other.poll - one.poll)
    .slice(0, 10);
  const failed = calls.flatMap(({ name, status }) => (status >= 500 ? [`${name}: ${status}`] : []));
  return [
    ...pollFigures(polls, `beside ${calls.length} calls with the largest input`),
    none("responses of 500 and above among them", calls.length, failed),
    info("calls among them that were refused", `${refused.length}: ${refused.join("; ")}`),
    ...slowest.map(({ line }, at) => info(`${at + 1}. longest wait of a poll`, line)),
  ];
}

/** One patient with texts at their limits and 300 files. */
async function fillPatient({ stage, many }: OwnEnvironment, { owner, records }: SeededClinic): Promise<void> {
  const body = largestBody(editPatient) as Record<string, unknown>;
  for (const list of fileLists) {
    const paths: string[] = [];
    while (paths.length < many(100)) {
      const files = Array.from({ length: 5 }, (_, n): [string, Buffer] => [
        `Result ${paths.length + n}.png`,
        onePixel,
      ]);
      paths.push(...(await stage.call(uploadFiles, owner.token, asMultipart(files))).json().files);
    }
    body[list] = paths.slice(0, 100);
  }
  const params = { id: records.patient as number };
  // The text of allergies is limited by what its rows leave.
  await stage.call(changeAllergy, owner.token, {
    params: { ...params, rowId: records.allergy as number },
    body: { state: "entered_in_error" },
  });
  const answer = await stage.call(editPatient, owner.token, { params, body });
  if (answer.statusCode !== 200) throw new Error(`The patient was not filled: ${answer.body}`);
}
