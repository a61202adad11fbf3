import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import fastify from "fastify";
import pg from "pg";
import Result from "pg/lib/result.js";
import { rowTypes } from "#server/database/row-types.ts";
import { ageAt } from "#shared/clinical/age.ts";
import { fieldName } from "#shared/formats/column-name.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import type { FloorCall, FloorPlan, FloorRequest, Statement } from "./floor.ts";

/**
 * The least that could return the same bytes: Fastify and pg alone, with the product's statements and its response
 * schemas. No session, rights, row security, recorded views or log.
 */

/** Column names become field names where pg reads them, so that no row is created twice. */
const camel = new Map<string, string>();
const { addFields } = Result.prototype;
Result.prototype.addFields = function camelFields(fields: { name: string }[]) {
  for (const field of fields) {
    let name = camel.get(field.name);
    if (name === undefined) {
      name = fieldName(field.name);
      camel.set(field.name, name);
    }
    field.name = name;
  }
  addFields.call(this, fields);
};

const { databaseUrl, poolSize, calls } = JSON.parse(
  readFileSync(process.argv[2] as string, "utf8"),
) as FloorPlan;
const pool = new pg.Pool({
  connectionString: databaseUrl,
  max: poolSize,
  // Settings for the history of a created patient, per connection.
  options: "-c jit=off -c timezone=UTC -c app.event=patient.create",
  types: rowTypes,
});

const names = new Map<string, string>();
const nameOf = (text: string) => {
  const name = names.get(text) ?? `f_${names.size}`;
  names.set(text, name);
  return name;
};

type Row = Record<string, unknown> & { birthday?: string | null; age?: number | null };
type Body = Record<string, unknown> | undefined;

function configOf({ text, values, fromBody }: Statement, body: Body): pg.QueryConfig {
  if (!fromBody) return { name: nameOf(text), text, values };
  const filled = [...values];
  for (const [place, name] of fromBody) filled[place] = body?.[name];
  return { name: nameOf(text), text, values: filled };
}

/** The rows of the statement that is returned. */
async function ask(
  call: FloorCall,
  { statements, answering = 0 }: FloorRequest,
  body?: Body,
): Promise<Row[]> {
  const answers: Row[][] = [];
  const client = call.isTransaction ? await pool.connect() : null;
  if (client) await client.query("begin");
  for (const statement of statements)
    answers.push((await (client ?? pool).query<Row>(configOf(statement, body))).rows);
  if (client) await client.query("commit");
  client?.release();
  return answers[answering] ?? [];
}

const aged = (row: Row, today: string) => {
  if (row.birthday) row.age = ageAt(row.birthday, today)?.years ?? null;
  return row;
};

/** Without the optional fields that are null: the product leaves them out. */
function withoutUnset(row: Row, { items }: { items?: { required?: string[] } }): Row {
  for (const [name, value] of Object.entries(row))
    if (value === null && !items?.required?.includes(name)) delete row[name as keyof Row];
  return row;
}

const app = fastify({ logger: false, forceCloseConnections: true });
for (const [place, call] of calls.entries()) {
  app.route({
    method: call.method,
    url: `/${place}/:n`,
    ...(call.schema && { schema: { response: { "2xx": call.schema } } }),
    handler: async (request) => {
      const asked = call.asked[Number((request.params as { n: string }).n)] as FloorRequest;
      const rows = await ask(call, asked, request.body as Body);
      if (call.shape === "stored") return asked.stored;
      const today = manilaDay(new Date());
      if (call.shape === "one") return aged(rows[0] as Row, today);
      const page = call.shape === "list" ? rows.slice(0, 25) : rows;
      for (const [n, row] of page.entries())
        withoutUnset(Object.assign(aged(row, today), asked.computed?.[n]), call.schema ?? {});
      return page;
    },
  });
}

/** The statements of a call through the driver alone. */
async function drive(place: number, connections: number, seconds: number): Promise<number> {
  const call = calls[place] as FloorCall;
  const until = performance.now() + seconds * 1000;
  let next = 0;
  let done = 0;
  const work = async () => {
    while (performance.now() < until) {
      await ask(call, call.asked[next++ % call.asked.length] as FloorRequest);
      done += 1;
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: connections }, work));
  return done / ((performance.now() - start) / 1000);
}

process.on(
  "message",
  async ({ place, connections, seconds }: { place: number; connections: number; seconds: number }) =>
    process.send?.({ rate: await drive(place, connections, seconds) }),
);
process.on("disconnect", () => process.exit(0));
await app.listen({ port: 0, host: "127.0.0.1" });
process.send?.({ port: (app.server.address() as AddressInfo).port });
