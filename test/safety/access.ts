import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { logout } from "#features/accounts/contract.ts";
import { endDevice, endOtherDevices, endStaffDevice } from "#features/accounts/security-contract.ts";
import { addApiKey } from "#features/api-keys/contract.ts";
import { closedStatement } from "#features/billing/statements-contract.ts";
import { fetchExport } from "#features/exports/contract.ts";
import { deactivateStaffAccount } from "#features/staff/contract.ts";
import { deactivateDoctor } from "#features/staff/doctors-contract.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { type FhirResourceType, fhirResourceTypes } from "#shared/fhir-resource-types.ts";
import { type Actor, can, isByKey, type KeyAccess, permissions } from "#shared/permissions.ts";
import type { Answer, Stage } from "#test/app.ts";
import { acceptedBodies } from "#test/data/accepted-bodies.ts";
import { aPng, asMultipart } from "#test/data/example-files.ts";
import { aClinic, aDoctor, anAdmin, aSession, aStaffMember } from "#test/data/factories.ts";
import { endpoints, nameOf, placesOf } from "#test/endpoints.ts";
import type { Call } from "#test/request-for.ts";
import {
  paramsFor,
  paramsOfNobody,
  queryOf,
  type SeededClinic,
  seededClinic,
} from "#test/safety/seeded-records.ts";
import { type Figure, none } from "../harness/figure.ts";

/** The table for people to read and approve: `npm run prove -- access --write` writes it. */
export const declaredFile = fileURLToPath(new URL("../../docs/access.md", import.meta.url));

/** in: the call is accepted. The others are refusals. */
type Cell = "in" | "401" | "403" | "404" | "suspended" | "password";

type Caller = {
  name: string;
  token: string | null;
  declares: (endpoint: Endpoint) => Cell;
};

const isOpen = ({ access }: Endpoint) => access === "public";

const member = (role: Actor["role"], permissions: Actor["permissions"]) => (endpoint: Endpoint) =>
  can({ role, permissions, clinicId: 1 }, endpoint.access) ? "in" : "403";

/** All kinds of callers, and what the contract declares for each. */
async function callersOf(stage: Stage, own: SeededClinic): Promise<Caller[]> {
  const other = await aClinic(stage);
  const shut = await aClinic(stage);
  await stage.sql("update clinics set subscription_status = 'suspended' where id = $1", [shut.id]);
  const admin = await anAdmin(stage);
  const inStaffMode = await aStaffMember(stage, own, ["view_patients"]);
  const fresh = await aStaffMember(stage, own, permissions, { passwordChanged: false });
  const left = await aStaffMember(stage, own, permissions);
  await stage.call(deactivateStaffAccount, own.owner.token, { params: { id: left.id } });
  const doctor = await aDoctor(stage, own);
  const doctorWhoLeft = await aDoctor(stage, own, { firstName: "Jun", lastName: "Ang" });
  await stage.call(deactivateDoctor, own.owner.token, { params: { id: doctorWhoLeft.practitionerId } });
  const staff = async (name: string, permissions: Actor["permissions"]): Promise<Caller> => {
    const { token } = await aStaffMember(stage, own, permissions, {
      role: permissions.length > 0 ? "secretary" : "staff",
    });
    return { name, token, declares: member("secretary", permissions) };
  };
  const single: Caller[] = [];
  for (const permission of permissions) single.push(await staff(permission, [permission]));
  return [
    { name: "nobody", token: null, declares: (one) => (isOpen(one) ? "in" : "401") },
    {
      name: "admin",
      token: admin.token,
      declares: ({ access }) =>
        can({ role: "admin", permissions: [], clinicId: null }, access) ? "in" : "403",
    },
    { name: "owner", token: own.owner.token, declares: member("owner", []) },
    {
      name: "owner of another clinic",
      token: other.owner.token,
      declares: (one) =>
        one.access !== "admin" && one.access !== "public" && placesOf(one).length > 0
          ? "404"
          : member("owner", [])(one),
    },
    {
      name: "owner of a suspended clinic",
      token: shut.owner.token,
      declares: (one) => (isOpen(one) ? "in" : "suspended"),
    },
    { name: "doctor", token: doctor.token, declares: member("doctor", []) },
    await staff("staff with no right", []),
    await staff("staff with every right", permissions),
    ...single,
    {
      name: "deactivated staff",
      token: left.token,
      declares: (one) => (isOpen(one) ? "in" : "401"),
    },
    {
      name: "deactivated doctor",
      token: doctorWhoLeft.token,
      declares: (one) => (isOpen(one) ? "in" : "401"),
    },
    {
      name: "staff with a temporary password",
      token: fresh.token,
      declares: (one) => (isOpen(one) || one.withTemporaryPassword ? "in" : "password"),
    },
    {
      name: "owner in staff mode (view_patients)",
      token: await aSession(stage, inStaffMode.id, { ownerToken: await aSession(stage, own.owner.id) }),
      declares: member("secretary", ["view_patients"]),
    },
  ];
}

/** A caller without a key is unauthenticated where a key is required. */
const withoutKey = (caller: Caller): Caller => ({
  ...caller,
  declares: (one) => (isByKey(one.access) ? "401" : caller.declares(one)),
});

/** And a key is unauthenticated where a session is required. */
async function keysOf(stage: Stage, own: SeededClinic): Promise<Caller[]> {
  const key = async (name: string, scopes: readonly FhirResourceType[]): Promise<Caller> => {
    const body = { name, scopes, expiresAt: "2027-06-30" };
    const { key: token } = (await stage.call(addApiKey, own.owner.token, { body })).json();
    const may = ({ key }: KeyAccess) => key === "any" || scopes.includes(key);
    return {
      name,
      token,
      declares: ({ access }) =>
        access === "public" ? "in" : !isByKey(access) ? "401" : may(access) ? "in" : "403",
    };
  };
  return [await key("API key", fhirResourceTypes), await key("API key of Patient", ["Patient"])];
}

export async function proveAccess(stage: Stage): Promise<{ figures: Figure[]; table: string }> {
  const own = await seededClinic(stage);
  const callers = [...(await callersOf(stage, own)).map(withoutKey), ...(await keysOf(stage, own))];
  const declared = readDeclared();
  const unexpected: string[] = [];
  const undeclared: string[] = [];
  for (const endpoint of endSessionsLast(endpoints)) {
    const name = nameOf(endpoint);
    const ask = async (caller: Caller) => {
      const isForeign = caller.declares(endpoint) === "404";
      const answer = await stage.call(
        endpoint,
        caller.token,
        isForeign || endpoint.method === "GET" ? meaning(endpoint, own) : harmless(endpoint),
      );
      const cell = declared.get(`${name} ${caller.name}`);
      const got = cellOf(endpoint, answer, isForeign);
      if (cell === undefined || cell !== caller.declares(endpoint))
        undeclared.push(`${name}, ${caller.name}`);
      if (got !== cell) unexpected.push(`${name}, ${caller.name}: ${answer.statusCode}`);
    };
    await Promise.all(callers.map(ask));
  }
  const cells = endpoints.length * callers.length;
  const asked = `${endpoints.length} calls × ${callers.length} callers`;
  return {
    figures: [
      none(`responses that are not as declared (${asked})`, cells, unexpected),
      none("cells of docs/access.md that differ from the contracts", cells, undeclared),
      none("rows of docs/access.md without a call", declared.size, goneRows(declared, callers)),
    ],
    table: tableFor(callers),
  };
}

/** Logging out comes after everything that needs the sessions. */
/** The owner's other sessions are staff mode's too. */
const ending: readonly Endpoint[] = [endDevice, endStaffDevice, endOtherDevices, logout];
const endSessionsLast = (all: readonly Endpoint[]) => [
  ...all.filter((one) => !ending.includes(one)),
  ...ending,
];

/** The call for a real record of the clinic, as its own users would send it. */
function meaning(endpoint: Endpoint, own: SeededClinic): Call {
  return {
    params: paramsFor(endpoint, own.records),
    query: queryOf(endpoint, own.records),
    ...(endpoint.body && { body: acceptedBodies[nameOf(endpoint)] ?? {} }),
    ...(endpoint.upload && asMultipart([["a.png", aPng()]], endpoint.upload.field)),
  };
}

/** An invalid body fails validation, so that the call changes nothing. */
const harmless = (endpoint: Endpoint): Call => ({
  params: paramsOfNobody(endpoint),
  ...(endpoint.body && { body: { "\u2620": [1, { x: null }] } }),
});

function cellOf(endpoint: Endpoint, { statusCode, json }: Answer, isForeign: boolean): Cell | "failed" {
  if (statusCode < 400) return "in";
  const { code } = json<{ code?: string }>();
  if (isByKey(endpoint.access) && statusCode === 403) return "403";
  if (statusCode >= 500) return "failed";
  // The sign-in endpoints themselves answer 401 to a wrong password.
  if (statusCode === 401) return isOpen(endpoint) && code === "wrong_sign_in" ? "in" : "401";
  if (code === "forbidden") return "403";
  if (code === "clinic_suspended") return "suspended";
  if (code === "password_change_required") return "password";
  const isRead = endpoint.method === "GET";
  // A one-time link works once only, for any caller.
  if (statusCode === 404 && (placesOf(endpoint).length === 0 || endpoint === fetchExport)) return "in";
  // A doctor reads own statements only, and the record is the owner's.
  if (statusCode === 404 && endpoint === closedStatement && !isForeign) return "in";
  // Changes are sent for a missing record or with an invalid body: that response means access was granted.
  if (statusCode === 404) return isRead || isForeign ? "404" : "in";
  return isRead ? "failed" : "in";
}

function tableFor(callers: readonly Caller[]): string {
  const rows = endpoints.map((endpoint) => [
    `\`${nameOf(endpoint)}\``,
    ...callers.map((caller) => caller.declares(endpoint)),
  ]);
  const head = ["Call", ...callers.map(({ name }) => name)];
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

const preamble = `# Who may call what

Every API call and every kind of caller. Generated from the contracts by \`npm run prove -- access --write\`; \`npm test\` and \`npm run prove\` check each cell against a running server and fail on a different response or a missing row.

\`in\`: allowed, within the caller's own clinic. \`401\`: not signed in. \`403\`: no right to it. \`404\`: the record belongs to another clinic. \`suspended\`: the caller's clinic is suspended. \`password\`: the temporary password must be changed first.
`;

export const fileFor = (table: string) => `${preamble}\n${table}\n`;

function readDeclared(): Map<string, string> {
  const lines = readFileSync(declaredFile, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) => line.slice(2, -2).split(" | "));
  const [head = [], , ...rows] = lines;
  return new Map(
    rows.flatMap(([call = "", ...cells]) =>
      cells.map((cell, place) => [`${call.replaceAll("`", "")} ${head[place + 1]}`, cell] as const),
    ),
  );
}

function goneRows(declared: ReadonlyMap<string, string>, callers: readonly Caller[]): string[] {
  const there = new Set(endpoints.flatMap((one) => callers.map(({ name }) => `${nameOf(one)} ${name}`)));
  return [...declared.keys()].filter((cell) => !there.has(cell));
}
