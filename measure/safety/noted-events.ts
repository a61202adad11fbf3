import { addPatient, findDuplicates } from "#features/patients/contract.ts";
import { addStaffAccount } from "#features/staff/contract.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { recordEvents } from "#shared/record-events.ts";
import { endpoints, nameOf } from "#test/endpoints.ts";
import type { EmptyEnvironment } from "#test/harness/environment.ts";
import { every, type Figure } from "#test/harness/figure.ts";
import { askOwn } from "#test/safety/ask-own.ts";
import { type Input, inBodies, inPaths, somebody } from "#test/safety/id-inputs.ts";
import { seededClinic } from "#test/safety/seeded-records.ts";

/** Bodies of the calls that name no record. */
const bodies = new Map<Endpoint, unknown>([
  [addPatient, { ...somebody, admissionNo: "H-1" }],
  [findDuplicates, { patientName: "Reyes, Ana", birthday: "1990-01-01" }],
  [addStaffAccount, { email: "new@clinic.test", firstName: "Marites", lastName: "Bañez", permissions: [] }],
]);

/** Each call that touches a patient's data, once, by a user without other calls. */
const noted: Input[] = endpoints
  .filter(({ audit }) => audit !== null)
  .map((endpoint) => {
    const known = [...inPaths, ...inBodies].find((input) => input.endpoint === endpoint);
    const body = bodies.get(endpoint);
    return (
      known ?? { name: nameOf(endpoint), endpoint, call: () => ({ ...(body !== undefined && { body }) }) }
    );
  });

export async function proveNotedEvents({ stage }: EmptyEnvironment): Promise<Figure> {
  const missed: string[] = [];
  for (const input of noted) {
    const own = await seededClinic(stage);
    const [{ last } = { last: "0" }] = await stage.sql<{ last: string }>(
      "select coalesce(max(id), 0) as last from record_history",
    );
    const { endpoint } = input;
    const answer = await askOwn(stage, input, own);
    const isAbout = endpoint.path.startsWith("/api/patients/:id") && endpoint.audit !== "patient.delete";
    await stage.app.kit.views?.flush();
    const row = await eventually(async () => {
      const rows = await stage.sql<{ patient_id: string | null }>(
        "select patient_id from record_history where clinic_id = $1 and user_id = $2 and id > $3 and event = $4",
        [own.id, own.owner.id, last, endpoint.audit],
      );
      return rows.find(({ patient_id }) => !isAbout || patient_id !== null);
    });
    if (!row) missed.push(`${nameOf(endpoint)}: ${answer.statusCode}, no ${endpoint.audit}`);
  }
  const kinds = new Set(noted.map(({ endpoint }) => endpoint.audit && recordEvents[endpoint.audit].kind));
  return every(
    `reads, prints, exports, shares and changes with their audit event (${kinds.size} kinds)`,
    noted.length,
    missed,
  );
}

/** Views are written in batches within a second. */
async function eventually<T>(find: () => Promise<T | undefined>): Promise<T | undefined> {
  const until = Date.now() + 10_000;
  for (;;) {
    const found = await find();
    if (found !== undefined || Date.now() > until) return found;
  }
}
