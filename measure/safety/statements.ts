import { safeParse } from "zod/mini";
import { viewFile } from "#features/files/contract.ts";
import { sealHistory } from "#server/audit/seal-history.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import type { Stage } from "#test/app.ts";
import { acceptedBodies } from "#test/data/accepted-bodies.ts";
import { anAdmin } from "#test/data/factories.ts";
import { endpoints, nameOf } from "#test/endpoints.ts";
import {
  type EmptyEnvironment,
  type EnvironmentSource,
  environmentsOn,
  inEnvironment,
} from "#test/harness/environment.ts";
import { type Figure, none } from "#test/harness/figure.ts";
import { inFolder, openPostgres } from "#test/harness/postgres.ts";
import type { Call } from "#test/request-for.ts";
import { isCostly } from "#test/safety/generated-requests.ts";
import { atOnce } from "#test/safety/races.ts";
import { paramsFor, type SeededClinic, seededClinic, tokenOfClinic } from "#test/safety/seeded-records.ts";
import { filled, type TextInput, textInputs, withText } from "#test/safety/text-inputs.ts";
import { onServer } from "#test/servers/postgres.ts";
import { harmlessTwins, sqlPayloads } from "./sql-payloads.ts";

/** Requests that carry one text in as many inputs of an endpoint as can be sent together. */
type Carrier = { endpoint: Endpoint; inputs: number; calls: (text: string, own: SeededClinic) => Call[] };

const inputsOf = (endpoint: Endpoint, part: TextInput["part"]) =>
  textInputs.filter((input) => input.endpoint === endpoint && input.part === part);

/** Inputs that the contract refuses get a request of their own, so that the others are parsed. */
function parted(endpoint: Endpoint, part: "query" | "body", base: unknown, text: string): unknown[] {
  const schema = endpoint[part];
  if (!schema) return [];
  const put = (value: unknown, input: TextInput) => withText(value, input, text);
  const { taken = [], refused = [] } = Object.groupBy(inputsOf(endpoint, part), (input) =>
    safeParse(schema, put(base, input)).success ? "taken" : "refused",
  );
  const whole = () => (part === "body" ? filled(endpoint, base, () => [text]).body : taken.reduce(put, base));
  return [...(taken.length > 0 ? [whole()] : []), ...(refused.length > 0 ? [refused.reduce(put, base)] : [])];
}

const carriers: Carrier[] = endpoints
  .map((endpoint) => ({
    endpoint,
    inputs: inputsOf(endpoint, "query").length + inputsOf(endpoint, "body").length,
    calls: (text: string, { records }: SeededClinic): Call[] => {
      const params = paramsFor(endpoint, records);
      const base = acceptedBodies[nameOf(endpoint)] ?? {};
      return [
        ...parted(endpoint, "body", base, text).map((body) => ({ params, body })),
        ...parted(endpoint, "query", {}, text).map((query) => ({
          params,
          query: query as Record<string, string>,
        })),
      ];
    },
  }))
  .filter(({ inputs }) => inputs > 0)
  .concat({ endpoint: viewFile, inputs: 1, calls: (path) => [{ params: { path } }] });

/** The forms of statement that the server's roles sent, from pg_stat_statements. */
async function formsSeen({ sql }: Stage): Promise<Map<string, string>> {
  const rows = await sql<{ queryid: string; query: string }>(
    `select queryid::text, query from pg_stat_statements s join pg_roles r on r.oid = s.userid
     where dbid = (select oid from pg_database where datname = current_database()) and r.rolname like 'klinika%'`,
  );
  return new Map(rows.map(({ queryid, query }) => [queryid, query]));
}

/** Sends texts that end a statement in every text input: PostgreSQL sees no form of statement that plain words do not make. */
async function proveForms({ stage, many }: EmptyEnvironment): Promise<Figure[]> {
  await stage.sql("create extension pg_stat_statements");
  const admin = await anAdmin(stage);
  const failed: string[] = [];
  let asked = 0;
  const send = async ({ endpoint, calls }: Carrier, text: string, own: SeededClinic) => {
    const token =
      endpoint.access === "public"
        ? null
        : endpoint.access === "admin"
          ? admin.token
          : tokenOfClinic(endpoint, own);
    for (const call of calls(text, own)) {
      const answer = await stage.call(endpoint, token, call);
      asked += 1;
      if (answer.statusCode >= 500)
        failed.push(`${nameOf(endpoint)} ${text}: ${answer.statusCode} ${answer.body.slice(0, 100)}`);
    }
  };
  const payloads = sqlPayloads.slice(0, many(2000));
  // Statements that a session runs occasionally are forms that plain words make.
  await stage.sql("update sessions set last_seen_at = last_seen_at - interval '10 minutes'");
  const owns: SeededClinic[] = [];
  for (const carrier of carriers) {
    const own = await seededClinic(stage);
    owns.push(own);
    for (const twin of harmlessTwins(payloads)) await send(carrier, twin, own);
  }
  // Jobs of every minute and every ten minutes too, with something to do.
  const { functions } = stage.app.kit.databases;
  const later = new Date(Date.now() + 60_000);
  await sealHistory(functions, later);
  await functions.value("tellWhatIsDue", { at: later });
  await functions.value("tellTasksDue", { at: later });
  const before = await formsSeen(stage);
  asked = 0;
  const admins = async () =>
    JSON.stringify(await stage.sql("select id, role, permissions from users where role = 'admin'"));
  const adminsBefore = await admins();
  await atOnce(8, carriers.length, async (at) => {
    const carrier = carriers[at] as Carrier;
    const some = isCostly(carrier.endpoint) ? payloads.filter((_, n) => n % 40 === 0) : payloads;
    for (const payload of some) await send(carrier, payload, owns[at] as SeededClinic);
  });
  const after = await formsSeen(stage);
  const fresh = [...after].filter(([id]) => !before.has(id)).map(([, query]) => query.slice(0, 200));
  if ((await admins()) !== adminsBefore) failed.push("the administrators are others");
  const inputs = carriers.reduce((sum, one) => sum + one.inputs, 0);
  const what = `${payloads.length.toLocaleString("en")} payloads, ${inputs} inputs; ${after.size} forms in all`;
  return [
    none("responses of 500 and above to texts that end a statement", asked, failed),
    none(`forms of statement that only such texts make (${what})`, asked, fresh),
  ];
}

/** On a PostgreSQL with pg_stat_statements, which is our own whatever DATABASE_URL names. */
export const statements = (source: EnvironmentSource): Promise<Figure[]> =>
  inFolder(async (dataDir) => {
    let { url, stop } = await openPostgres(dataDir);
    try {
      for (const setting of [
        "shared_preload_libraries = 'pg_stat_statements'",
        "pg_stat_statements.track = 'all'",
        "pg_stat_statements.max = 20000",
      ])
        await onServer(url, `alter system set ${setting}`);
      await stop();
      ({ url, stop } = await openPostgres(dataDir));
      return await inEnvironment(environmentsOn(url, source), proveForms);
    } finally {
      await stop();
    }
  });
