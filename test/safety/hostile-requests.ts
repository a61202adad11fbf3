import fc from "fast-check";
import { uploadFiles } from "#features/files/contract.ts";
import { addPatient, editPatient, exportPatients } from "#features/patients/contract.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { csv, unmarked } from "#shared/formats/csv.ts";
import { acceptedBodies } from "#test/data/accepted-bodies.ts";
import { aPdf, asMultipart } from "#test/data/example-files.ts";
import { aClinic, anAdmin, aPatient } from "#test/data/factories.ts";
import { endpoints, nameOf } from "#test/endpoints.ts";
import { readCsv } from "#test/read-csv.ts";
import { requestFor } from "#test/request-for.ts";
import { paramsFor, type SeededClinic, seededClinic, tokenOfClinic } from "#test/safety/seeded-records.ts";
import type { EmptyEnvironment } from "../harness/environment.ts";
import { type Figure, none } from "../harness/figure.ts";
import { contentTypes } from "./hostile-values.ts";
import { somebody } from "./id-inputs.ts";
import { shapeOf } from "./text-inputs.ts";

const withBody = endpoints.filter(({ body }) => body);

type People = { own: SeededClinic; admin: { token: string } };
const tokenFor = (endpoint: Endpoint, { own, admin }: People) =>
  endpoint.access === "public"
    ? null
    : endpoint.access === "admin"
      ? admin.token
      : tokenOfClinic(endpoint, own);

const said = (endpoint: Endpoint, { statusCode, body }: { statusCode: number; body: string }, what: string) =>
  `${nameOf(endpoint)}, ${what}: ${statusCode} ${body.slice(0, 100)}`;

/** A small run takes a few for each call, and others for the next. */
const someOf = <T>(all: readonly T[], count: number, turn: number): T[] =>
  all.filter((_, at) => (at + turn) % Math.ceil(all.length / Math.max(count, 3)) === 0);

/** A body that the contract refuses, under each spelling of its content type: none lets it pass unread. */
export async function proveContentTypes({ stage, send, many }: EmptyEnvironment): Promise<Figure> {
  const people = { own: await seededClinic(stage), admin: await anAdmin(stage) };
  const refused = JSON.stringify({ "\u2620": [1, { x: null }], name: 7, isActive: "no", permissions: 1 });
  const passed: string[] = [];
  let tried = 0;
  for (const [turn, endpoint] of withBody.entries())
    for (const type of someOf(contentTypes, many(contentTypes.length), turn)) {
      tried += 1;
      const params = paramsFor(endpoint, people.own.records);
      const request = requestFor(endpoint, tokenFor(endpoint, people), { params });
      const headers = { ...request.headers, "content-type": type };
      const answer = await send({ ...request, headers, payload: refused });
      if (answer.statusCode < 400 || answer.statusCode >= 500) passed.push(said(endpoint, answer, type));
    }
  const what = `${withBody.length} calls × ${contentTypes.length} content types`;
  return none(`bodies accepted unread, or failed, of (${what})`, tried, passed);
}

const strange = 987_654_321_012;
/** Columns that only the server may set. */
const ownColumns: Record<string, unknown> = {
  id: strange,
  clinicId: strange,
  role: "admin",
  permissions: ["delete_patients", "view_reports"],
  isActive: false,
  passwordHash: "zz-strange",
  tempPassword: "zz-strange",
  originalClinicId: strange,
  globalPatientId: "zz-strange",
  isSharedPatient: true,
  isArchived: true,
  createdAt: "1999-01-01T00:00:00Z",
};

/** Sends the server's columns with accepted bodies: they are refused, or ignored. */
export async function proveOwnColumns({ stage, many }: EmptyEnvironment): Promise<Figure[]> {
  const people = { own: await seededClinic(stage), admin: await anAdmin(stage) };
  const { own } = people;
  const failed: string[] = [];
  const state = async () =>
    JSON.stringify(
      await stage.sql(
        `select id, clinic_id, role, permissions, is_active from users union all
         select id, clinic_id, '', array[]::text[], is_archived or is_shared_patient from patients order by 1`,
      ),
    );
  let tried = 0;
  const changed: string[] = [];
  const columns = Object.entries(ownColumns);
  for (const [turn, endpoint] of withBody.entries()) {
    const known = shapeOf(endpoint.body as NonNullable<Endpoint["body"]>).properties ?? {};
    // A call that creates a row returns its columns; signing up creates a new owner.
    const isMaking = endpoint.method === "POST";
    const before = await state();
    for (const [column, value] of someOf(columns, many(columns.length), turn)) {
      if (column in known) continue;
      tried += 1;
      const body = { ...(acceptedBodies[nameOf(endpoint)] as object), [column]: value };
      const params = paramsFor(endpoint, own.records);
      const answer = await stage.call(endpoint, tokenFor(endpoint, people), { params, body });
      if (answer.statusCode >= 500) failed.push(said(endpoint, answer, column));
    }
    if (!isMaking && (await state()) !== before) changed.push(nameOf(endpoint));
  }
  const rows = await stage.sql<{ found: string }>(
    `select 'users ' || email as found from users where id = $1 or clinic_id = $1 or (role = 'admin' and clinic_id is not null)
     union all select 'patients ' || id from patients
       where $1 in (id, clinic_id, original_clinic_id) or global_patient_id::text like 'zz-%' or created_at < '2000-01-01'
     union all select 'clinics ' || id from clinics where id = $1 or created_at < '2000-01-01'`,
    [strange],
  );
  const what = `${Object.keys(ownColumns).length} columns × ${withBody.length} calls`;
  return [
    none(`columns of the server set by a request (${what})`, tried, [
      ...changed,
      ...rows.map(({ found }) => found),
    ]),
    none("of them, responses of 500 and above", tried, failed),
  ];
}

/** Path traversals in several encodings. */
function pathsOut(count: number): string[] {
  const ups = [
    "../",
    "..\\",
    "..%2f",
    "..%5c",
    "%2e%2e/",
    "%2e%2e%2f",
    "%252e%252e%252f",
    "..%c0%af",
    "....//",
    "..;/",
  ];
  const ends = ["etc/passwd", "etc%2fpasswd", "postgres-password", "windows/win.ini", "proc/self/environ"];
  const starts = ["", "/", "//", "\\\\host\\share\\", "file:///", "C:\\", "%00", "a.pdf%00", "~/"];
  const all = ends.flatMap((end) => starts.map((start) => start + end));
  for (const end of ends)
    for (const up of ups)
      for (const times of [1, 3, 8, 12]) all.push(up.repeat(times) + end, `a.pdf/${up.repeat(times)}${end}`);
  return all.slice(0, Math.max(count, 20));
}

const foreignBytes = /root:.*:0:0|\[fonts\]|PATH=|^[0-9a-f]{48}$/;

/** Requests path traversals, and sets them on a patient. */
export async function provePathsOut({ stage, send, many }: EmptyEnvironment): Promise<Figure[]> {
  const clinic = await aClinic(stage);
  const patient = await aPatient(stage, clinic);
  const paths = pathsOut(many(400));
  const answered: string[] = [];
  const taken: string[] = [];
  for (const path of paths) {
    const headers = { authorization: `Bearer ${clinic.owner.token}` };
    for (const place of [path, encodeURIComponent(path)]) {
      const url = `/api/uploads/${place.replaceAll(/[\s"<>\\^`{|}]/g, encodeURIComponent)}`;
      const answer = await send({ method: "GET", url, headers });
      // A path that leaves /api gets the page for unknown addresses.
      const isPage = answer.statusCode === 404 || answer.statusCode === 400;
      if (!isPage || foreignBytes.test(answer.body)) answered.push(`${url}: ${answer.statusCode}`);
    }
    for (const list of ["laboratoryFiles", "otherFiles"]) {
      const sent = { params: { id: patient }, body: { [list]: [path] } };
      const answer = await stage.call(editPatient, clinic.owner.token, sent);
      if (answer.statusCode !== 400) taken.push(`${list} ${path}: ${answer.statusCode}`);
    }
  }
  const uploaded = await stage.call(
    uploadFiles,
    clinic.owner.token,
    asMultipart(paths.slice(0, 5).map((path) => [`${path}.pdf`, aPdf()])),
  );
  for (const stored of uploaded.json().files ?? [])
    if (!/^[\w-]+\.pdf$/.test(stored)) taken.push(`stored as ${stored}`);
  return [
    none("path traversals with a response", paths.length * 2, answered),
    none("such paths set on a patient, or used as a file name", paths.length * 2, taken),
  ];
}

const trigger = /^[\p{C}\p{Z}]*[=+\-@＝＋－＠\t\r]/u;

/** Cells that a spreadsheet would take for a formula: in random rows, and in a real export. */
export async function proveFormulas({ stage, many, random }: EmptyEnvironment): Promise<Figure[]> {
  const count = many(10_000);
  const text = fc.oneof(
    fc.string(),
    fc.string({
      unit: fc.constantFrom("=", "+", "-", "@", "＝", "＠", "\t", "\r", "\n", '"', ",", "'", "ñ"),
    }),
    fc.constantFrom("=cmd|' /C calc'!A0", "@SUM(A1)", "+1", "-1", '=HYPERLINK("http://x")'),
  );
  const rows = fc.sample(fc.array(text, { minLength: 1, maxLength: 6 }), {
    numRuns: count,
    seed: random.between(0, 2 ** 31 - 1),
  });
  const back = readCsv(csv(rows));
  const live = back.flat().filter((cell) => trigger.test(cell));
  const other = rows.filter((row, at) => row.join("\0") !== back[at]?.map(unmarked).join("\0"));
  const clinic = await aClinic(stage);
  for (const [at, value] of [
    "=1+1",
    "＝1+1",
    "@x",
    "+63",
    "－5",
    "-5",
    "\tx",
    "=cmd|' /C calc'!A0",
  ].entries())
    await stage.call(addPatient, clinic.owner.token, {
      body: {
        ...somebody,
        admissionNo: `${value}${at}`,
        patientName: value,
        remarks: value,
        hospital: value,
      },
    });
  const exported = readCsv((await stage.call(exportPatients, clinic.owner.token)).body);
  live.push(...exported.flat().filter((cell) => trigger.test(cell)));
  return [
    none(
      `cells of exports that start a formula (${count.toLocaleString("en")} rows by chance)`,
      back.flat().length,
      live,
    ),
    none(
      "rows of them that read back differently",
      count,
      other.map((row) => JSON.stringify(row)),
    ),
  ];
}
