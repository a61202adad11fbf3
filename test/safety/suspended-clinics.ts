import { setClinicStatus, setClinicSubscription } from "#features/platform/contract.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { isByKey, permissions } from "#shared/permissions.ts";
import { acceptedBodies } from "#test/data/accepted-bodies.ts";
import { aPng, asMultipart } from "#test/data/example-files.ts";
import { anAdmin, aSession, aStaffMember } from "#test/data/factories.ts";
import { clinicTables, stateOf } from "#test/data/rows-of-clinics.ts";
import { endpoints, nameOf } from "#test/endpoints.ts";
import { paramsFor, seededClinic } from "#test/safety/seeded-records.ts";
import type { EmptyEnvironment } from "../harness/environment.ts";
import { type Figure, none } from "../harness/figure.ts";

const ofClinics = endpoints.filter(({ access }) => access !== "public" && access !== "admin");

const states: [name: string, endpoint: Endpoint, shut: object, open: object][] = [
  ["suspended", setClinicSubscription, { subscriptionStatus: "suspended" }, { subscriptionStatus: "active" }],
  ["expired", setClinicSubscription, { subscriptionStatus: "expired" }, { subscriptionStatus: "active" }],
  ["switched off", setClinicStatus, { isActive: false }, { isActive: true }],
];

/**
 * Sessions from before the suspension: the clinic's data is neither shown nor changed, and is complete afterwards.
 */
export async function proveSuspendedClinics({ stage, many }: EmptyEnvironment): Promise<Figure[]> {
  const admin = await anAdmin(stage);
  const clinic = await seededClinic(stage);
  const secretary = await aStaffMember(stage, clinic, permissions);
  const tables = await clinicTables(stage);
  const beside = await aSession(stage, clinic.owner.id);
  const people = {
    owner: clinic.owner.token,
    secretary: secretary.token,
    "owner in staff mode": await aSession(stage, secretary.id, { ownerToken: beside }),
  };
  const before = await stateOf(stage, clinic.id, tables);
  const heard: string[] = [];
  let asked = 0;
  let turns = 0;
  // In a small run each call is made once, by one of them in one of the states.
  const isWhole = many(100) > 9;
  for (const [state, act, shut, open] of states) {
    const set = (body: object) => stage.call(act, admin.token, { params: { id: clinic.id }, body });
    await set(shut);
    for (const [who, token] of Object.entries(people)) {
      turns += 1;
      for (const [at, endpoint] of ofClinics.entries()) {
        // The account and its password belong to the person.
        if (endpoint.access === "signed-in") continue;
        if (!isWhole && (at + turns) % 9 !== 0) continue;
        const by = isByKey(endpoint.access) ? clinic.apiKey : token;
        const answer = await stage.call(endpoint, by, {
          params: paramsFor(endpoint, clinic.records),
          ...(endpoint.body && { body: acceptedBodies[nameOf(endpoint)] ?? {} }),
          ...(endpoint.upload && asMultipart([["a.png", aPng()]], endpoint.upload.field)),
        });
        asked += 1;
        const isSaid = isByKey(endpoint.access) || answer.json().code === "clinic_suspended";
        const isShut = answer.statusCode === 403 && isSaid;
        if (!isShut) heard.push(`${state}, ${who}: ${nameOf(endpoint)} ${answer.statusCode}`);
      }
    }
    await set(open);
  }
  const after = await stateOf(stage, clinic.id, tables);
  return [
    none(`calls of a suspended clinic that are allowed (${states.length} states × 3 people)`, asked, heard),
    none("rows of it that differ once it is open again", tables.length, before === after ? [] : ["changed"]),
  ];
}
