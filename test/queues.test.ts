import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asApplication, serverLogin } from "#server/database/application-role.ts";
import { startTestApp, type TestApp } from "./app.ts";
import { aClinic, aPatient, type TestClinic } from "./data/factories.ts";
import { noPlans, skipOnCluster } from "./servers/skip-on-cluster.ts";

/** Items of a queue over all clinics are taken once and in order, without waiting for items that others are taking. */
let app: TestApp;
let clients: Client[] = [];

const due = "2026-11-20T02:42:00Z";
const minute = "interval '1 minute'";
const queues = [
  ["exports", `take_export('${due}', ${minute})`],
  ["fhir_exports", `take_fhir_export('${due}', ${minute})`],
  ["imports", `take_import('${due}', ${minute})`],
  ["webhook_deliveries", `take_webhook_delivery('${due}', ${minute})`],
  ["reminders", `take_reminder('{email}', '\\x00', '${due}', ${minute})`],
] as const;

beforeAll(async () => {
  app = await startTestApp();
  for (let minutesAgo = 3; minutesAgo > 0; minutesAgo--) {
    const clinic = await aClinic(app);
    const waiting = waitingIn(clinic, await aPatient(app, clinic), minutesAgo);
    for (const statement of waiting.split(";")) await app.sql(statement);
  }
  clients = [1, 2].map(() => new Client(asApplication(app.databaseUrl, serverLogin(app.databaseUrl))));
  for (const client of clients) await client.connect();
});
afterAll(async () => {
  for (const client of clients) await client.end();
  await app.close();
});

/** One item of each kind, with that of the oldest clinic due first. Without triggers, which require an event. */
function waitingIn({ id: clinic, owner }: TestClinic, patient: number, minutesAgo: number): string {
  const at = `timestamptz '${due}' - ${minutesAgo} * ${minute}`;
  const tomorrow = `timestamptz '${due}' + interval '1 day'`;
  const id = clinic * 1000;
  return `begin;
    set local session_replication_role = replica;
    insert into exports (clinic_id, has_papers, created_by_id, created_at, leased_until)
    values (${clinic}, false, ${owner.id}, ${at}, ${at});
    insert into fhir_exports (clinic_id, user_id, types, created_at, leased_until)
    values (${clinic}, ${owner.id}, '{Patient}', ${at}, ${at});
    insert into imports (clinic_id, file_name, format, state, columns, mapping, row_count, created_by_id, worked_for_id, created_at,
                         leased_until)
    values (${clinic}, 'list.csv', 'csv', 'checking', '[]', '{}', 1, ${owner.id}, ${owner.id}, ${at}, ${at});
    insert into webhooks (clinic_id, id, url, events, secret, created_by_id, created_at)
    values (${clinic}, ${id}, 'https://hooks.test/', '{patient.registered}', '\\x00', ${owner.id}, ${at});
    insert into webhook_deliveries (clinic_id, webhook_id, event, happened_at, about_id, next_at, created_at)
    values (${clinic}, ${id}, 'patient.registered', ${at}, ${patient}, ${at}, ${at});
    insert into places (clinic_id, id, name) values (${clinic}, ${id + 1}, 'Another place');
    insert into visits (clinic_id, id, place_id, patient_id, day, state, created_by_id)
    values (${clinic}, ${id + 2}, ${id + 1}, ${patient}, '2026-11-21', 'booked', ${owner.id});
    insert into appointments (clinic_id, id, place_id, patient_id, visit_id, starts_at, minutes, created_by_id, created_at, updated_at)
    values (${clinic}, ${id + 3}, ${id + 1}, ${patient}, ${id + 2}, ${tomorrow}, 15, ${owner.id}, ${at}, ${at});
    insert into reminder_consents (clinic_id, patient_id, channel, is_given, created_by_id, created_at)
    values (${clinic}, ${patient}, 'email', true, ${owner.id}, ${at});
    insert into reminders (clinic_id, patient_id, appointment_id, channel, starts_at, address, next_at, created_at)
    values (${clinic}, ${patient}, ${id + 3}, 'email', ${tomorrow}, 'ana@example.test', ${at}, ${at});
    commit`;
}

test.each(queues)(
  "two who take from %s at once get two, the oldest first, and a third none",
  async (name, take) => {
    const [one, other] = clients as [Client, Client];
    const ids = await app.sql<{ id: string }>(`select id from ${name} order by clinic_id`);
    const taken = async (client: Client) => (await client.query(`select id from ${take}`)).rows[0]?.id;
    await one.query("begin");
    expect(await taken(one)).toBe(ids[0]?.id);
    // Webhook messages are taken one after the other: each statement checks those of the others.
    const second = taken(other);
    if (name !== "webhook_deliveries") expect(await second).toBe(ids[1]?.id);
    await one.query("commit");
    expect(await second).toBe(ids[1]?.id);
    expect(await taken(one)).toBe(ids[2]?.id);
    expect(await taken(one)).toBeUndefined();
  },
);

skipOnCluster(noPlans).each(queues)(
  "what is due of %s is found and locked by an index",
  async (name, take) => {
    const planner = new Client({ connectionString: app.databaseUrl });
    await planner.connect();
    try {
      const plans: string[] = [];
      planner.on("notice", ({ message }) => plans.push(message ?? ""));
      await planner.query("load 'auto_explain'");
      for (const [setting, value] of [
        ["auto_explain.log_min_duration", 0],
        ["auto_explain.log_nested_statements", "on"],
        ["client_min_messages", "log"],
        // With few rows PostgreSQL prefers a sequential scan.
        ["enable_seqscan", "off"],
      ])
        await planner.query(`set ${setting} = ${value}`);
      await planner.query(`begin; update ${name} set ${again(name)}`);
      plans.length = 0;
      await planner.query(`select * from ${take}`);
      const taken = plans.join("\n");
      expect(taken).not.toContain(`Seq Scan on ${name}`);
      expect(taken).toMatch(new RegExp(`LockRows.*\\n *-> *Index Scan using .* on ${name}`));
    } finally {
      await planner.end();
    }
  },
);

const again = (name: string) =>
  name === "reminders"
    ? `next_at = '${due}'`
    : name === "webhook_deliveries"
      ? "taken_until = null"
      : "leased_until = null";
