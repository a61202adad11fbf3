import { safeParse } from "zod/mini";
import type { Endpoint } from "#shared/endpoint.ts";
import type { Answer } from "#test/app.ts";
import { anAdmin } from "#test/data/factories.ts";
import { endpoints, nameOf, placesOf } from "#test/endpoints.ts";
import type { Request } from "#test/request-for.ts";
import { type Generated, generatedFor } from "#test/safety/generated-input.ts";
import { paramsFor, type SeededClinic, seededClinic, tokenOfClinic } from "#test/safety/seeded-records.ts";
import type { EmptyEnvironment } from "../harness/environment.ts";
import { type Figure, none, verdict } from "../harness/figure.ts";
import { atOnce } from "./races.ts";

/** Each of these hashes a password; tested elsewhere. */
export const isCostly = ({ access, path }: Endpoint) => access === "public" || path.includes("password");

function requestOf(
  endpoint: Endpoint,
  { records }: SeededClinic,
  token: string | null,
  { body, headers, query, places }: Generated,
): Request {
  const params = paramsFor(endpoint, records);
  const path = placesOf(endpoint).reduce(
    (url, place, at) => url.replace(`:${place}`, places[at] ?? encodeURIComponent(String(params[place]))),
    endpoint.path as string,
  );
  const asked = new URLSearchParams(query).toString();
  const isRead = endpoint.method === "GET";
  const { "content-type": type, ...others } = headers;
  return {
    method: endpoint.method,
    url: asked ? `${path}?${asked}` : path,
    headers: {
      ...others,
      ...(!isRead && type && { "content-type": type }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(!isRead && { payload: body }),
  };
}

/** Sends random bodies, queries, headers and paths to every call. */
export async function proveGenerated(environment: EmptyEnvironment): Promise<Figure[]> {
  const { stage, send, many, random } = environment;
  const admin = await anAdmin(stage);
  const failed: string[] = [];
  const slipped: string[] = [];
  const unread: string[] = [];
  const times: number[] = [];
  const heard = new Map<number, number>();
  // Costly calls are made a fifth as often, the others more often.
  const costly = endpoints.filter(isCostly).length;
  const each = Math.ceil(many(50_000) / (endpoints.length - costly * 0.8));
  // With few requests one clinic has enough records for all of them.
  const isWhole = each >= 20;
  const first = await seededClinic(stage);
  for (const endpoint of endpoints) {
    const own = isWhole ? await seededClinic(stage) : first;
    const token =
      endpoint.access === "public"
        ? null
        : endpoint.access === "admin"
          ? admin.token
          : tokenOfClinic(endpoint, own);
    const count = isCostly(endpoint) ? Math.ceil(each / 5) : each;
    const generated = generatedFor(endpoint, count, random.between(0, 2 ** 31 - 1));
    await atOnce(8, count, async (n) => {
      const sent = generated[n];
      if (!sent) return;
      const request = requestOf(endpoint, own, token, sent);
      const start = performance.now();
      const answer = await send(request).catch(() => null);
      times.push(performance.now() - start);
      const said = answer?.statusCode ?? 0;
      heard.set(Math.floor(said / 100), (heard.get(Math.floor(said / 100)) ?? 0) + 1);
      const words = `${request.method} ${request.url.slice(0, 120)} ${sent.body.slice(0, 200)}: ${said} ${answer?.body.slice(0, 100)}`;
      if (said >= 500 || !answer) failed.push(words);
      if (answer && isTakenAgainst(endpoint, sent, answer)) slipped.push(words);
    });
    if (isWhole && endpoint.method !== "GET")
      unread.push(...(await faultsReading(environment, own, nameOf(endpoint))));
  }
  if (!isWhole) unread.push(...(await faultsReading(environment, first, "all of them")));
  const asked = times.length;
  times.sort((a, b) => a - b);
  const slowest = times[Math.floor(asked * 0.99)] ?? 0;
  const families = [2, 3, 4].map((hundred) => `${hundred}xx ${heard.get(hundred) ?? 0}`).join(", ");
  return [
    none(`responses of 500 and above, or none, to generated requests (${families})`, asked, failed),
    none("of them, accepted bodies that the contract refuses", asked, slipped),
    none("calls after which stored data could not be returned", endpoints.length, unread),
    // With a few hundred calls the slowest says more about the computer.
    ...(isWhole ? [speed(slowest)] : []),
  ];
}

const speed = (slowest: number): Figure =>
  verdict("of them, 99 in a hundred answered within", `${slowest.toFixed(0)} ms`, "1 s", slowest < 1000);

/** What was stored can be returned: a response that its contract refuses is a 500. */
async function faultsReading(
  { stage }: EmptyEnvironment,
  { owner, records }: SeededClinic,
  after: string,
): Promise<string[]> {
  const faults: string[] = [];
  for (const read of endpoints) {
    if (read.method !== "GET" || read.access === "admin" || read.response === "file") continue;
    const answer = await stage.call(read, owner.token, { params: paramsFor(read, records) });
    if (answer.statusCode >= 500) faults.push(`${after}, then ${nameOf(read)}: ${answer.statusCode}`);
  }
  return faults;
}

function isTakenAgainst({ body: schema }: Endpoint, { body }: Generated, { statusCode }: Answer): boolean {
  if (!schema || statusCode >= 300) return false;
  try {
    // null means no body, which counts as an empty one; a byte order mark is not part of it.
    return !safeParse(schema, JSON.parse(body.replace(/^\ufeff/, "")) ?? {}).success;
  } catch {
    return true;
  }
}
