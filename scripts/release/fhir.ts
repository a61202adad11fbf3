import { fhirCalls, fhirEverything } from "#features/fhir/contract.ts";
import { readSettings } from "#server/settings.ts";
import { fhirResourceTypes } from "#shared/fhir-resource-types.ts";
import { aKey } from "#test/data/api-keys.ts";
import { aSession, type TestClinic } from "#test/data/factories.ts";
import { faultsOf } from "#test/data/fhir-validator.ts";
import { commonName, seedLargeClinics } from "#test/data/large-clinics.ts";
import type { OwnEnvironment } from "#test/harness/environment.ts";
import { atLeast, atMost, type Figure, none } from "#test/harness/figure.ts";
import { besidePolls, pollFigures } from "#test/harness/polls.ts";
import { type Request, requestFor } from "#test/request-for.ts";
import { owner as demoOwner, seedDemo } from "../seed-demo.ts";
import { metricsSecret } from "./hostile-papers.ts";

const seconds = (since: number) => (performance.now() - since) / 1000;
/** Duration of the load, and number of concurrent calls. */
const MEASURED = 5000;
const AT_A_TIME = 8;

type Bundle = { entry?: { resource: object }[]; link: { relation: string; url: string }[] };

/** Checks the demo's clinic against HL7's rules, then reads, searches and exports a large clinic while another one polls. */
export async function proveFhir(environment: OwnEnvironment): Promise<Figure[]> {
  const { stage, many } = environment;
  // First, because it fills an empty database.
  const { ownerId } = await seedLargeClinics(stage.databaseUrl, {
    inBigClinic: many(20_000),
    elsewhere: many(30_000),
    clinics: 30,
    now: new Date(),
  });
  await seedDemo(stage.databaseUrl, readSettings({ DATA_DIR: environment.dataDir }));
  const demo = await clinicOf(stage, "email = $1", demoOwner.email);
  const shown = await exported(environment, await aKey(stage, demo));
  const broken = shown.lines.flatMap((line) => {
    const [fault] = faultsOf(JSON.parse(line));
    return fault === undefined ? [] : [`${fault}: ${line.slice(0, 200)}`];
  });
  // A user without a password has no session.
  await stage.sql("insert into credentials (user_id, password_hash) values ($1, 'none')", [ownerId]);
  const large = await clinicOf(stage, "id = $1", ownerId);
  const key = await aKey(stage, large);
  const figures: Figure[] = [
    none("resources of the demo's clinic that break a rule of R4", shown.lines.length, broken),
  ];
  let worst = 0;
  const polls = await besidePolls(environment, async () => {
    const checkEventLoop = async () => {
      worst = Math.max(worst, await loopDelay(environment));
    };
    figures.push(...(await ofLargeClinic(environment, large, { key, checkEventLoop })));
  });
  return [
    ...figures,
    atMost("worst delay of the event loop meanwhile", worst, 100, " ms", 0),
    ...pollFigures(polls, "during these reads and exports"),
  ];
}

async function clinicOf(
  stage: OwnEnvironment["stage"],
  condition: string,
  value: string | number,
): Promise<TestClinic> {
  const [row] = await stage.sql<{ id: string; clinic_id: string; email: string }>(
    `select id, clinic_id, email from users where ${condition}`,
    [value],
  );
  if (!row) throw new Error(`Nobody has ${condition}.`);
  const token = await aSession(stage, Number(row.id));
  return {
    id: Number(row.clinic_id),
    name: "",
    owner: { id: Number(row.id), email: row.email, token },
  };
}

async function ofLargeClinic(
  environment: OwnEnvironment,
  clinic: TestClinic,
  { key, checkEventLoop }: { key: string; checkEventLoop: () => Promise<void> },
): Promise<Figure[]> {
  const { stage, wire } = environment;
  const ids = (
    await stage.sql<{ id: string }>("select id from patients where clinic_id = $1 order by id limit 500", [
      clinic.id,
    ])
  ).map(({ id }) => id);
  const one = () => ids[Math.floor(environment.random.next() * ids.length)] ?? "";
  const search = (type: keyof typeof fhirCalls, query: Record<string, string>) =>
    requestFor(fhirCalls[type].search, key, { query });
  const reads = await rateOf(environment, () =>
    requestFor(fhirCalls.Patient.read, key, { params: { id: one() } }),
  );
  const searches = await rateOf(environment, () =>
    environment.random.one([
      search("Patient", { family: commonName }),
      search("Patient", { birthdate: "1985-02-03" }),
      search("Condition", { patient: one() }),
      search("Observation", { patient: one() }),
      search("Encounter", { patient: one(), date: "ge2026-01-01" }),
      search("Appointment", { date: "ge2026-01-01" }),
    ]),
  );
  await checkEventLoop();
  const busy = await aBusyPatient(stage, clinic);
  const everything = performance.now();
  let resources = 0;
  let next: string | undefined = requestFor(fhirEverything, key, {
    params: { id: busy },
    query: { _count: "200" },
  }).url;
  while (next) {
    const { statusCode, body }: Awaited<ReturnType<typeof wire.send>> = await environment.wire.send(
      get(next, key),
    );
    if (statusCode !== 200) throw new Error(`${next}: ${statusCode} ${body.slice(0, 300)}`);
    const bundle = JSON.parse(body) as Bundle;
    resources += bundle.entry?.length ?? 0;
    next = bundle.link.find(({ relation }) => relation === "next")?.url.replace(/^http:\/\/[^/]+/, "");
  }
  const everythingIn = seconds(everything);
  await checkEventLoop();
  const whole = await exported(environment, key);
  await checkEventLoop();
  const [stored] = await stage.sql<{ patients: string }>(
    "select count(*) as patients from patients where clinic_id = $1",
    [clinic.id],
  );
  const patients = whole.lines.filter((line) => line.startsWith('{"resourceType":"Patient"')).length;
  const missing = Math.abs(Number(stored?.patients) - patients);
  return [
    atLeast("reads of a patient per second, by a key", reads, 150, "", 0),
    atLeast("searches per second, by a key", searches, 40, "", 0),
    atMost(`seconds of $everything of ${resources.toLocaleString("en")} resources`, everythingIn, 5, " s", 1),
    atMost(
      `seconds of $export of ${whole.lines.length.toLocaleString("en")} resources, with fetching`,
      whole.took,
      120,
      " s",
      1,
    ),
    none(
      "patients that the export omitted or duplicated",
      patients,
      Array.from({ length: missing }, () => "a patient"),
    ),
  ];
}

/** A thousand results, each with a report and an observation. */
async function aBusyPatient(stage: OwnEnvironment["stage"], clinic: TestClinic): Promise<string> {
  const [row] = await stage.sql<{ id: string }>("select max(id) as id from patients where clinic_id = $1", [
    clinic.id,
  ]);
  await stage.sql(
    `with scope as materialized (select set_config('session_replication_role', 'replica', true))
     insert into results (clinic_id, patient_id, panel, collected_at, result_values, created_by_id, created_at, updated_at)
     select $1::bigint, $2::bigint, 'electrolytes', at, '[{"analyte": "potassium", "name": "Potassium", "value": "4.4", "unit": "mmol/L", "low": "3.5", "high": "5.0", "source": null, "flag": null}]',
            $3::bigint, at, at
     from scope, lateral (select now() - nth * interval '1 hour' as at from generate_series(1, 1000) nth) at`,
    [clinic.id, row?.id, clinic.owner.id],
  );
  return row?.id ?? "";
}

const get = (url: string, key: string): Request => ({
  method: "GET",
  url,
  headers: { authorization: `Bearer ${key}` },
});

/** Responses per second with some concurrent calls. */
async function rateOf({ wire }: OwnEnvironment, next: () => Request): Promise<number> {
  const began = performance.now();
  let answered = 0;
  await Promise.all(
    Array.from({ length: AT_A_TIME }, async () => {
      while (performance.now() - began < MEASURED) {
        const { statusCode, body } = await wire.send(next());
        if (statusCode !== 200) throw new Error(`${statusCode} ${body.slice(0, 300)}`);
        answered += 1;
      }
    }),
  );
  return answered / seconds(began);
}

/** In milliseconds, of the last minute or two. */
async function loopDelay({ wire }: OwnEnvironment): Promise<number> {
  const headers = { authorization: `Bearer ${metricsSecret}` };
  const { body } = await wire.send({ method: "GET", url: "/metrics", headers });
  const delays = [...body.matchAll(/event_loop_delay_seconds\S* ([\d.e-]+)/g)].map(([, value]) =>
    Number(value),
  );
  if (delays.length === 0) throw new Error("/metrics does not report the event loop.");
  return Math.max(...delays) * 1000;
}

/** The calls that a client makes. */
async function exported(
  environment: OwnEnvironment,
  key: string,
): Promise<{ lines: string[]; took: number }> {
  const began = performance.now();
  const send = (url: string) => environment.wire.send(get(url.replace(/^http:\/\/[^/]+/, ""), key));
  const address = String((await send("/fhir/R4/$export")).headers["content-location"]);
  const lines: string[] = [];
  for (;;) {
    const state = await send(address);
    if (state.statusCode === 200) {
      const { output } = state.json<{ output: { url: string; type: string }[] }>();
      if (output.length > fhirResourceTypes.length) throw new Error("The export has more files than types.");
      for (const { url } of output)
        for (const line of (await send(url)).body.split("\n")) if (line !== "") lines.push(line);
      return { lines, took: seconds(began) };
    }
    if (state.statusCode !== 202)
      throw new Error(`${address}: ${state.statusCode} ${state.body.slice(0, 300)}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
