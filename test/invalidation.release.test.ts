import { afterAll, beforeAll, expect, test } from "vitest";
import { logout, resetPassword, SignInAnswer } from "#features/accounts/contract.ts";
import { storageUse } from "#features/clinics/contract.ts";
import { previewMerge } from "#features/merges/contract.ts";
import { verifyPaper } from "#features/papers/contract.ts";
import { webhookDeliveries } from "#features/webhooks/contract.ts";
import { runOperation } from "#operations/run-operation.ts";
import { type Endpoint, pathOf } from "#shared/endpoint.ts";
import { can, isByKey } from "#shared/permissions.ts";
import { startOwnApp, type TestApp } from "./app.ts";
import { type Answers, early, late, openScene, origin, type Person } from "./data/invalidation-plans.ts";
import { endpoints, nameOf } from "./endpoints.ts";
import type { Call } from "./request-for.ts";
import { paramsFor } from "./safety/seeded-records.ts";
import { type MailServer, startMailServer } from "./servers/mail-server.ts";

let app: TestApp;
let mail: MailServer;

beforeAll(async () => {
  mail = await startMailServer();
  app = await startOwnApp({
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    SUPPORT_EMAIL: "support@klinika.test",
    SMS_INBOUND_SECRET: "no-such-secret-0000",
    PUBLIC_URL: origin,
    TRUST_PROXY: "1",
  });
});
afterAll(async () => {
  await app.close();
  await mail.stop();
});

/** They begin or end a session, and with it a browser's cache. */
const isOfSessions = (endpoint: Endpoint) =>
  endpoint.response === SignInAnswer || endpoint === logout || endpoint === resetPassword;

// Called with an API key, by no screen.
const mutations = endpoints.filter(
  (one) => one.method !== "GET" && !isOfSessions(one) && !isByKey(one.access),
);
const named = (names: readonly string[]) =>
  names.map((name) => mutations.find((one) => nameOf(one) === name)).filter((one) => one !== undefined);
const between = mutations.filter((one) => ![...early, ...late].includes(nameOf(one)));

type Read = {
  endpoint: Endpoint;
  as: Person;
  /** Whose record it shows. */
  patient?: number;
  params: Record<string, string | number>;
  query: Record<string, string>;
  name: string;
};

async function answersOf(reads: readonly Read[]): Promise<Map<Read, string>> {
  await app.app.kit.views.flush();
  const answers = new Map<Read, string>();
  const queue = reads.values();
  const work = async () => {
    for (const read of queue) {
      const { statusCode, headers, body } = await app.call(read.endpoint, read.as.token, read);
      answers.set(read, `${statusCode} ${headers["x-total-count"]} ${body}`);
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  return answers;
}

/** As the screens do it (src/web/data/calls.ts). */
const invalidates = ({ changes = [] }: Endpoint, { reads = [] }: Endpoint) =>
  reads.some((tag) => changes.includes(tag));

/** The patients whom a call names, and who may be: an id of something else may be the same number. */
function patientsIn(part: unknown, patients: readonly number[]): number[] {
  if (Buffer.isBuffer(part)) return [];
  if (typeof part !== "object" || part === null) return patients.filter((id) => id === Number(part));
  return Object.values(part).flatMap((inner) => patientsIn(inner, patients));
}

/** A deleted record has no answer any more, and its screens are left. */
const isOfDeleted = (mutation: Endpoint, { params }: Call, { name }: Read) =>
  mutation.method === "DELETE" && `${name}/`.startsWith(`GET ${pathOf(mutation, params)}/`);

test("no mutation leaves an answer stale: what it changes of the sender's reads is what it invalidates", {
  timeout: 300_000,
}, async () => {
  const { owner, admin, records, patients, planFor } = await openScene(app, mail);
  const otherThan = (id: unknown) => patients.find((one) => one !== id);
  const reads = [owner, admin].flatMap((as) =>
    endpoints
      .filter(({ method, response }) => method === "GET" && response !== "file")
      // Read by no screen of the application, and limited to 60 per minute and network.
      .filter((endpoint) => endpoint !== verifyPaper)
      // Polled while it is shown, because everybody's work adds to it.
      .filter((endpoint) => endpoint !== webhookDeliveries)
      // The administrator's own account is read as the owner's.
      .filter(({ access }) => can(as, access) && (as === owner || access === "admin"))
      .flatMap((endpoint): Read[] => {
        const ids = paramsFor(endpoint, records);
        const isOfPatient = endpoint.path.startsWith("/api/patients/:id");
        // Each preview runs a whole merge and undoes it: one pair is enough.
        const read = endpoint === previewMerge ? patients.slice(0, 1) : patients;
        return (isOfPatient ? read.map((id) => ({ ...ids, id })) : [ids]).map((params) => ({
          endpoint,
          as,
          ...(isOfPatient && { patient: Number(params.id) }),
          params,
          query: endpoint === previewMerge ? { otherId: String(otherThan(params.id)) } : {},
          name: `GET ${pathOf(endpoint, params)}`,
        }));
      }),
  );
  // Twice, so that the second sees rows that the first read adds to the record history.
  const readAnew = async (asked: readonly Read[]) => {
    await answersOf(asked);
    return answersOf(asked);
  };

  const [main] = patients;
  const before = await readAnew(reads);
  const answers: Answers = new Map();
  const failed: string[] = [];
  const stale: string[] = [];
  const unseen: string[] = [];
  for (const mutation of [...named(early), ...between, ...named(late)]) {
    const name = nameOf(mutation);
    const as = mutation.access === "admin" ? admin : owner;
    const { prepare, rest, seenBy = as, about = main, ...call } = await planFor(mutation, answers);
    await prepare?.();
    // The first patient's record is always read, another's where the mutation is about her.
    const others = [about, ...patientsIn([call.params, call.body], patients)].filter((id) => id !== main);
    const isOfAnother = ({ patient = main }: Read) => patient !== main;
    const asked = reads.filter((read) => !isOfAnother(read) || others.includes(read.patient ?? main));
    // Of the others' records nobody knows what was changed by the mutations that were not about them.
    for (const [read, answer] of await readAnew(prepare ? asked : asked.filter(isOfAnother)))
      before.set(read, answer);
    const answer = await app.call(mutation, mutation.access === "public" ? null : as.token, call);
    if (answer.statusCode >= 300) failed.push(`${name}: ${answer.statusCode} ${answer.body}`);
    await rest?.();
    answers.set(name, mutation.response === "file" ? null : answer.json());
    const after = await answersOf(asked);
    const changed = asked.filter((read) => read.as === seenBy && after.get(read) !== before.get(read));
    // Read anew each time it is shown, because whatever is written adds to it.
    for (const read of changed)
      if (
        read.endpoint !== storageUse &&
        !invalidates(mutation, read.endpoint) &&
        !isOfDeleted(mutation, call, read)
      )
        stale.push(`${name} leaves ${read.name} stale`);
    for (const tag of mutation.changes ?? [])
      if (!changed.some(({ endpoint }) => endpoint.reads?.includes(tag)))
        unseen.push(`${name} changes ${tag}`);
    for (const [read, answer] of after) before.set(read, answer);
  }
  expect(failed).toEqual([]);
  expect(stale).toEqual([]);
  // A declared change that was not seen: the declaration is wrong, or the plan does not cause it.
  expect(unseen).toEqual([]);
  expect([...answers.keys()].sort()).toEqual(mutations.map(nameOf).sort());
});

test("after every mutation, the data is as it must always be", async () => {
  const settings = { DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir };
  expect(await runOperation(["check-data"], settings, () => undefined)).toEqual([
    expect.stringMatching(/^All \d+ checks passed\.$/),
  ]);
});
