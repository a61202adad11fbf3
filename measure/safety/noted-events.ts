import { addBill, billRecordAmount, markClaimsBilled, markClaimsPaid } from "#features/billing/contract.ts";
import { leaveHousehold, linkHousehold } from "#features/households/contract.ts";
import { addPaper, releasePaper } from "#features/papers/contract.ts";
import { addPatient, findDuplicates } from "#features/patients/contract.ts";
import { releaseReferralLetter, writeReferralLetter } from "#features/referrals/contract.ts";
import { addStaffAccount } from "#features/staff/contract.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { can, permissions } from "#shared/permissions.ts";
import { recordEvents } from "#shared/record-events.ts";
import type { Stage } from "#test/app.ts";
import { acceptedBodies } from "#test/data/accepted-bodies.ts";
import { aPatient, aStaffMember } from "#test/data/factories.ts";
import { endpoints, nameOf } from "#test/endpoints.ts";
import type { EmptyEnvironment } from "#test/harness/environment.ts";
import { every, type Figure } from "#test/harness/figure.ts";
import { askOwn } from "#test/safety/ask-own.ts";
import { type Input, inBodies, inPaths, somebody } from "#test/safety/id-inputs.ts";
import { type SeededClinic, seededClinic } from "#test/safety/seeded-records.ts";

/** Reads of the clinic and its doctor touch no patient's data, and a search by POST is sent as a form. */
const isOfNoPatient = ({ path }: Endpoint) => /\/(Organization|Practitioner|_search)/.test(path);

/** A deleted patient is gone; photos are noted like a list. */
const withoutPatient = new Set<Endpoint["audit"]>(["patient.delete", "patient.photo"]);

const accepted = (endpoint: Endpoint) => acceptedBodies[nameOf(endpoint)] as object;

/** Bodies of the calls that name no record in their path. */
const bodies = new Map<Endpoint, object>([
  [addPatient, { ...somebody, admissionNo: "H-1" }],
  [findDuplicates, { patientName: "Reyes, Ana", birthday: "1990-01-01" }],
  [addStaffAccount, { email: "new@clinic.test", firstName: "Marites", lastName: "Bañez", permissions: [] }],
]);

/** Each call that touches a patient's data, once. */
const noted: Input[] = endpoints
  .filter((endpoint) => endpoint.audit !== null && !isOfNoPatient(endpoint))
  .map((endpoint) => {
    const known = [...inPaths, ...inBodies].find((input) => input.endpoint === endpoint);
    const body = (bodies.get(endpoint) ?? accepted(endpoint)) as object | undefined;
    return (
      known ?? {
        name: nameOf(endpoint),
        endpoint,
        call: ({ child }) => ({
          ...(body !== undefined && { body: "patientId" in body ? { ...body, patientId: child } : body }),
        }),
      }
    );
  });

/** The clinic as the call needs it: what it records is not recorded yet, what it releases waits. */
async function preparedFor(stage: Stage, { endpoint }: Input, own: SeededClinic): Promise<SeededClinic> {
  const { patient = 0, child } = own.records;
  const params = { id: patient };
  const withRecords = (records: object) => ({ ...own, records: { ...own.records, ...records } });
  const made = async (add: Endpoint, by: string, call: object): Promise<number> =>
    (await stage.call(add, by, call)).json().id;
  // A view is noted once in five minutes, and the owner has seen some already.
  if (endpoint.method === "GET") {
    const reader = await aStaffMember(stage, own, permissions);
    const person = { role: "secretary", permissions, clinicId: own.id } as const;
    return can(person, endpoint.access) ? { ...own, owner: reader } : own;
  }
  if (endpoint === releasePaper || endpoint === releaseReferralLetter) {
    const add = endpoint === releasePaper ? addPaper : writeReferralLetter;
    const { token } = await aStaffMember(stage, own, permissions);
    const id = await made(add, token, { params, body: accepted(add) });
    return withRecords(endpoint === releasePaper ? { paperId: id } : { referralId: id });
  }
  if (endpoint === leaveHousehold)
    await stage.call(linkHousehold, own.owner.token, { params, body: { patientId: child } });
  if (endpoint === billRecordAmount)
    return withRecords({ child: await aPatient(stage, own, { amount: "500" }) });
  return own;
}

/** A bill of which an HMO owes something, for the calls that name several. */
async function withClaim(stage: Stage, input: Input, { owner, records }: SeededClinic): Promise<Input> {
  if (input.endpoint !== markClaimsBilled && input.endpoint !== markClaimsPaid) return input;
  const body = { ...accepted(addBill), patientId: records.child, discount: null };
  const bill = await stage.call(addBill, owner.token, { body });
  const billIds = [bill.json().id];
  return { ...input, call: () => ({ body: { ...accepted(input.endpoint), billIds } }) };
}

export async function proveNotedEvents({ stage }: EmptyEnvironment): Promise<Figure> {
  const missed: string[] = [];
  for (const each of noted) {
    const own = await preparedFor(stage, each, await seededClinic(stage));
    const input = await withClaim(stage, each, own);
    await stage.app.kit.views?.flush();
    const [{ last } = { last: "0" }] = await stage.sql<{ last: string }>(
      "select coalesce(max(id), 0) as last from record_history",
    );
    const { endpoint } = input;
    const answer = await askOwn(stage, input, own);
    const isAbout = endpoint.path.startsWith("/api/patients/:id") && !withoutPatient.has(endpoint.audit);
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
