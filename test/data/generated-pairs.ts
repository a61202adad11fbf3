import { Client } from "pg";
import { claimReferral, sendReferral } from "#features/referrals/contract.ts";
import type { Stage } from "#test/app.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic } from "./factories.ts";
import { anActivePatient, fullClinic } from "./full-clinic.ts";
import { clinicTables } from "./rows-of-clinics.ts";

type Row = Record<string, unknown>;
type Rows = Map<string, Row[]>;
/** A number from 0 to below 1; the same sequence for the same seed. */
type Random = () => number;

export type Pair = { survivor: number; other: number };

/** A clinic whose patients are created in pairs, copied from one patient with a row in every table below patients. */
export class GeneratedPairs {
  readonly clinic: TestClinic;
  readonly colleague: TestClinic;
  private readonly app: Stage;
  private readonly random: Random;
  private readonly staffId: number;
  private readonly model: Rows;
  private readonly patientIds: ReadonlySet<string>;
  private made = 0;

  private constructor(
    parts: Pick<GeneratedPairs, "clinic" | "colleague"> & {
      app: Stage;
      random: Random;
      staffId: number;
      model: Rows;
      patientIds: ReadonlySet<string>;
    },
  ) {
    this.clinic = parts.clinic;
    this.colleague = parts.colleague;
    this.app = parts.app;
    this.random = parts.random;
    this.staffId = parts.staffId;
    this.model = parts.model;
    this.patientIds = parts.patientIds;
  }

  static async open(app: Stage, random: Random): Promise<GeneratedPairs> {
    const clinic = await fullClinic(app);
    const colleague = await aClinic(app);
    const staff = await aStaffMember(app, clinic, ["view_patients", "edit_patients"]);
    const patient = await anActivePatient(app, clinic);
    await app.call(sendReferral, clinic.owner.token, {
      params: { id: patient },
      body: { toClinicId: colleague.id, referralReason: "Echocardiography" },
    });
    const received = await app.call(sendReferral, colleague.owner.token, {
      params: { id: await aPatient(app, colleague) },
      body: { toClinicId: clinic.id, referralReason: "Second opinion" },
    });
    const claimed = await app.call(claimReferral, clinic.owner.token, { params: { id: received.json().id } });
    // One notification about this patient only, deleted with the record, and one that counts several.
    await app.sql(
      `insert into notifications (clinic_id, user_id, type, title, message, created_at, action_data)
       select $1, $2, 'info', 'Follow-up due', 'Today', $3, data
       from unnest(array[jsonb_build_object('patientId', $4::bigint), jsonb_build_object('patientIds', jsonb_build_array($4::bigint))]) data`,
      [clinic.id, clinic.owner.id, app.app.kit.now(), patient],
    );
    // A row of an import that registered the patient.
    await app.sql(
      `insert into import_rows (clinic_id, import_id, row_no, cells, state, patient_id, match_patient_id)
       select clinic_id, id, 1000, '[]', 'added', $2, $2 from imports where clinic_id = $1 limit 1`,
      [clinic.id, patient],
    );
    const patientIds = new Set([String(patient), String(claimed.json().patientId)]);
    const model: Rows = new Map();
    for (const table of await tablesBelow(app))
      model.set(table, await rowsOf(app, table, clinic, [...patientIds]));
    model.set(
      "patients",
      (await rowsOf(app, "patients", clinic, null)).filter(({ id }) => id === patient),
    );
    await app.app.kit.views?.flush();
    // Both rows of each referral.
    const ids = model.get("referrals")?.map(({ id }) => id) ?? [];
    const beside = await app.sql<{ row: Row }>(
      "select to_jsonb(r) as row from referrals r where clinic_id = $1 and id = any($2)",
      [colleague.id, ids],
    );
    model.set("referrals", [...(model.get("referrals") ?? []), ...beside.map(({ row }) => row)]);
    return new GeneratedPairs({ app, random, clinic, colleague, staffId: staff.id, model, patientIds });
  }

  /** Adds pairs. No two of a pair have conflicts that a person must decide. */
  async add(count: number): Promise<Pair[]> {
    const rows: Rows = new Map();
    const ids = await this.app.sql<{ id: string }>(
      "select nextval('klinika_id') as id from generate_series(1, $1)",
      [count * 2 * 160],
    );
    const pool = ids.map(({ id }) => Number(id));
    const pairs = Array.from({ length: count }, () => {
      const survivor = this.copy(rows, pool, true);
      const other = this.copy(rows, pool, false);
      return { survivor, other };
    });
    // Without triggers, which would write a history row each. Set in the transaction, so that a cluster's workers get it.
    const client = new Client({ connectionString: this.app.databaseUrl });
    await client.connect();
    try {
      await client.query("set citus.propagate_set_commands = 'local'");
      await client.query("begin");
      await client.query("set local session_replication_role = replica");
      await this.insert(client, rows);
      await this.follow(client, pairs);
      await client.query("commit");
    } finally {
      await client.end();
    }
    return pairs;
  }

  /** Columns of the patient's row that repeat rows of other tables. */
  private async follow(client: Client, pairs: readonly Pair[]): Promise<void> {
    const patients = pairs.flatMap(({ survivor, other }) => [survivor, other]);
    await client.query(
      `update patients p set visit_diagnosis = left(newest.diagnosis, 4000),
         visit_diagnosed_at = newest.created_at, visit_codes = newest.codes, amount = bill.share, is_billed = bill.share is not null,
         payment_status = case when bill.share is null or bill.balance > 0 and not bill.is_overdue then 'Pending' when bill.balance = 0 then 'Paid-Received' else 'Overdue' end,
         laboratory_files = (select coalesce(array_agg(f.path::text order by f.id), '{}') from files f
                             where f.clinic_id = $1 and f.patient_id = p.id and f.category = 'laboratory' and f.confidential_to_id is null),
         imaging_files = p.imaging_files || (select coalesce(array_agg(f.path::text order by f.id), '{}') from files f
                             where f.clinic_id = $1 and f.patient_id = p.id and f.category = 'imaging' and f.confidential_to_id is null)
       from patients q
       left join lateral (select c.diagnosis, c.created_at, (select string_agg(d.code, ' ' order by d.position) from consultation_diagnoses d
                            where d.clinic_id = $1 and d.consultation_id = c.id) as codes
                          from consultations c where c.clinic_id = $1 and c.patient_id = q.id and c.confidential_to_id is null
                            and c.diagnosis is not null and not c.is_intake order by c.created_at desc, c.id desc limit 1) newest on true
       left join lateral (select b.patient_share as share, b.is_overdue, b.patient_balance as balance
                          from bills b where b.clinic_id = $1 and b.patient_id = q.id
                          and b.voided_at is null order by b.patient_balance > 0 desc, b.id desc
                          limit 1) bill on true
       where q.clinic_id = $1 and q.id = p.id and p.clinic_id = $1 and p.id = any($2)`,
      [this.clinic.id, patients],
    );
    for (const patient of patients)
      await client.query(
        "update patients set allergies = allergies_text($1, $2) where clinic_id = $1 and id = $2",
        [this.clinic.id, patient],
      );
  }

  private copy(into: Rows, pool: number[], isSurvivor: boolean): number {
    const patientId = pool.pop() ?? 0;
    const renamed = new Map<string, number>([...this.patientIds].map((id) => [id, patientId]));
    const times = 1 + Math.floor(this.random() * 2);
    for (let time = 0; time < times; time += 1) {
      // New rows each time, below the same patient.
      const own = new Map(renamed);
      const chosen = [...this.model].map(([table, rows]): [string, Row[]] => [
        table,
        this.chosen(table, rows, time),
      ]);
      for (const [table, rows] of chosen)
        if (table !== "patients")
          for (const { id } of rows)
            if (id !== undefined && !own.has(String(id))) own.set(String(id), pool.pop() ?? 0);
      for (const [table, rows] of chosen) {
        if (table === "patients" && time > 0) continue;
        const copies = rows.map((row) => this.varied(table, withIds(row, own), isSurvivor, time));
        into.set(table, [...(into.get(table) ?? []), ...copies]);
      }
    }
    return patientId;
  }

  /** Copies once what a patient can have only once. */
  private chosen(table: string, rows: Row[], time: number): Row[] {
    const onceOnly = [
      "patient_photos",
      "patient_families",
      "pregnancies",
      "consultation_records",
      "referrals",
    ];
    if (time > 0 && onceOnly.includes(table)) return [];
    if (table === "patient_photos" || table === "patient_families") return this.random() < 0.6 ? rows : [];
    return rows;
  }

  private varied(table: string, row: Row, isSurvivor: boolean, time: number): Row {
    this.made += 1;
    const n = this.made;
    // Half of the entries are the same in both records.
    const word = this.random() < 0.5 && time === 0 ? "" : ` ${n}`;
    const confidential = this.random() < 0.2 ? this.staffId : null;
    switch (table) {
      case "patients":
        return {
          ...row,
          admission_no: `G-${n}`,
          patient_name: `Generated ${n}, Ana`,
          global_patient_id: crypto.randomUUID(),
          admission_status: isSurvivor ? "Outpatient" : row.admission_status,
          contact_number: this.random() < 0.5 ? null : `+6391755${String(n).padStart(5, "0")}`,
          address: this.random() < 0.5 ? null : `${n} Mango Avenue`,
          remarks: this.random() < 0.5 ? null : `Remark ${n}`,
          custom_fields: this.random() < 0.5 ? {} : { "Blood type": `O${n}`, [`Field ${n}`]: "x" },
          patient_photo: null,
          // From before files had rows.
          imaging_files: this.random() < 0.5 ? [] : [`old-${n}.jpg`],
          is_archived: this.random() < 0.2,
          version: 1 + Math.floor(this.random() * 9),
        };
      case "visits":
        return {
          ...row,
          number: row.number === null ? null : 1000 + n,
          ...(!isSurvivor || time > 0
            ? { state: row.number === null ? "cancelled" : "left", closed_at: "2026-11-20T04:00:00Z" }
            : {}),
        };
      case "bills":
        return { ...row, number: `G-${n}` };
      case "import_rows":
        return { ...row, row_no: 1000 + n };
      case "clinic_papers":
        return { ...row, number: `G-${n}`, code_hash: row.code_hash && `\\x${String(n).padStart(64, "0")}` };
      case "files":
        return { ...row, path: `${String(n).padStart(22, "0")}-CBC.pdf` };
      case "allergies":
        return {
          ...row,
          substance: `${row.substance}${word}`,
          reaction: this.random() < 0.5 ? null : `Reaction ${n}`,
          ...(this.random() < 0.3 ? { kind: "text", reaction: null, severity: null, how_known: null } : {}),
          ...(time > 0 ? { state: "resolved" } : {}),
        };
      case "alerts":
        return { ...row, words: `${row.words}${word}`, is_warning: this.random() < 0.5 };
      case "problems":
        return {
          ...row,
          words: `${row.words}${word}`,
          code: this.random() < 0.5 ? null : row.code,
          confidential_to_id: confidential,
        };
      case "medicines":
        return {
          ...row,
          generic: `${row.generic}${word}`,
          dose: this.random() < 0.5 ? row.dose : `${n} mg`,
          confidential_to_id: confidential,
        };
      case "immunizations":
        return { ...row, vaccine: `${row.vaccine}${word}`, lot: this.random() < 0.5 ? null : "L1" };
      case "pregnancies":
        return isSurvivor ? row : { ...row, state: "entered_in_error" };
      case "consultation_records":
        return isSurvivor || row.status !== "draft" ? row : { ...row, confidential_to_id: this.staffId };
      case "referrals":
        return isSurvivor || row.status !== "pending" ? row : { ...row, status: "cancelled" };
      case "notifications":
        return { ...row, action_data: { patientId: row.patient_id, patientIds: [row.patient_id] } };
      default:
        return row;
    }
  }

  private async insert(client: Client, rows: Rows): Promise<void> {
    for (const [table, copies] of rows) {
      if (copies.length === 0) continue;
      const { rows: columns } = await client.query<{ name: string }>(
        `select attname::text as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [table],
      );
      const names = columns.map(({ name }) => name).join(", ");
      await client.query(
        `insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(copies)],
      );
    }
    const consultations = rows.get("consultations")?.map(({ id }) => id) ?? [];
    for (const [table, named] of [
      ["consultations", "id"],
      ["consultation_diagnoses", "consultation_id"],
      ["consultation_addenda", "consultation_id"],
    ])
      await client.query(
        `update ${table} set confidential_to_id = $3 where clinic_id = $1 and ${named} = any($2) and ${named} % 4 = 0`,
        [this.clinic.id, consultations, this.staffId],
      );
    await client.query(
      `insert into patient_name_sounds (clinic_id, sound, patient_id)
       select clinic_id, sound, id from patients, unnest(name_sounds(patient_name)) as sound where clinic_id = $1
       on conflict do nothing`,
      [this.clinic.id],
    );
  }
}

/** Maps the ids of copied rows in any column. */
const withIds = (row: Row, renamed: ReadonlyMap<string, number>): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      name === "id" || name.endsWith("_id") ? (renamed.get(String(value)) ?? value) : value,
    ]),
  );

/** Every table with a foreign key to patients. */
export async function tablesBelow({ sql }: Stage): Promise<string[]> {
  const found = await sql<{ name: string }>(
    `select distinct conrelid::regclass::text as name from pg_constraint
     where contype = 'f' and confrelid = 'patients'::regclass and conrelid <> 'patient_name_sounds'::regclass order by 1`,
  );
  return found.map(({ name }) => name);
}

async function rowsOf(
  { sql }: Stage,
  table: string,
  clinic: TestClinic,
  patients: string[] | null,
): Promise<Row[]> {
  const found = await sql<{ row: Row }>(
    `select to_jsonb(t) as row from ${table} t where clinic_id = $1 ${patients ? "and patient_id = any($2)" : ""}`,
    patients ? [clinic.id, patients] : [clinic.id],
  );
  return found.map(({ row }) => row);
}

/** Written by a merge and left by its undo: the history is compared separately, and versions and times only rise. */
const written = ["record_history", "merges", "written_bytes"];
/** Changed by scheduled jobs meanwhile; none of these tables refers to a patient. */
const timed = ["exports", "fhir_exports", "webhook_deliveries", "webhooks"];
const rising = "array['version', 'updated_at']";

/** Each row of both clinics as text, by table and key. */
export async function rowTexts(app: Stage, clinicIds: readonly number[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const table of await clinicTables(app)) {
    if ([...written, ...timed].includes(table)) continue;
    const rows = await app.sql<{ key: string; text: string }>(
      `select coalesce(to_jsonb(t) ->> 'id', md5(to_jsonb(t)::text)) || '/' || clinic_id as key, (to_jsonb(t) - ${rising})::text as text
       from ${table} t where clinic_id = any($1)`,
      [clinicIds],
    );
    for (const { key, text } of rows) texts.set(`${table} ${key}`, text);
  }
  return texts;
}
