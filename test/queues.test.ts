import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportQueue } from "#features/exports/server/work-exports.ts";
import { fhirExportQueue } from "#features/fhir/server/export/work-exports.ts";
import { importQueue } from "#features/imports/server/work-imports.ts";
import { webhookQueue } from "#features/webhooks/server/send-webhooks.ts";
import type { JobQueue } from "#server/jobs/job-queue.ts";
import { letterQueue } from "#server/mail/mail-links.ts";
import { messageQueue } from "#server/mail/mail-messages.ts";
import { reminderQueues } from "#server/reminders/send-reminders.ts";
import { startOwnApp, type TestApp, testNow } from "./app.ts";
import { aClinic, aPatient, type TestClinic } from "./data/factories.ts";
import { noPlans, skipOnCluster } from "./servers/skip-on-cluster.ts";

/** Jobs of every queue are found in order, and each is taken once. */
let app: TestApp;

const due = testNow.toISOString();
const minute = "interval '1 minute'";
const queues = [
  importQueue,
  exportQueue,
  fhirExportQueue,
  webhookQueue,
  ...reminderQueues,
  messageQueue,
  letterQueue,
].map((queue): [string, JobQueue] => [queue.name, queue]);

beforeAll(async () => {
  app = await startOwnApp();
  for (let minutesAgo = 3; minutesAgo > 0; minutesAgo--) {
    const clinic = await aClinic(app);
    const waiting = waitingIn(clinic, await aPatient(app, clinic), minutesAgo);
    for (const statement of waiting.split(";")) await app.sql(statement);
  }
});
afterAll(() => app.close());

/** One job of each queue, with that of the oldest clinic due first. Without triggers, which require an event. */
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
    select ${clinic}, ${patient}, channel, true, ${owner.id}, ${at} from unnest('{email,text}'::text[]) channel;
    insert into reminders (clinic_id, patient_id, appointment_id, channel, starts_at, address, next_at, created_at)
    select ${clinic}, ${patient}, ${id + 3}, channel, ${tomorrow}, 'ana@example.test', ${at}, ${at}
    from unnest('{email,text}'::text[]) channel;
    insert into contact_messages (clinic_id, kind, name, email, subject, message, created_at)
    values (${clinic}, 'contact', 'Ana', 'ana@example.test', 'Hi', 'Hello', ${at});
    insert into letters_with_link (kind, email, asked_at, next_at) values ('reset', 'ana@example.test', ${at}, ${at});
    commit`;
}

skipOnCluster(noPlans).each(queues)("what is due of %s is found by an index", async (name) => {
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
    await planner.query(`select * from due_jobs('{${name}}', '${due}')`);
    // Letters wait for minutes: the table has some rows at most.
    if (name === "letters_with_link") return;
    const table = name.replace(/^(email|text)_/, "");
    expect(plans.join("\n")).toMatch(/Index (Only )?Scan/);
    expect(plans.join("\n")).not.toContain(`Seq Scan on ${table}`);
  } finally {
    await planner.end();
  }
});

test.each(queues)("jobs of %s are found oldest first, and taken by one of two", async (name, queue) => {
  const { functions } = app.app.kit.databases;
  const find = () => functions.rows("dueJobs", { queues: [name], at: testNow });
  const found = await find();
  expect(found).toHaveLength(3);
  expect(found.map(({ id }) => id)).toEqual(found.map(({ id }) => id).toSorted((one, other) => one - other));
  const take = () => Promise.all(found.map((job) => queue.take(app.app, job, new AbortController().signal)));
  const taken = await Promise.all([take(), take()]);
  expect(taken.flat().filter((work) => work !== null)).toHaveLength(3);
  expect(await find()).toEqual([]);
});
