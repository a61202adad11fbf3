import type { Client } from "pg";
import { withStoredShares } from "#features/billing/server/stored-shares.ts";
import { sealedTables } from "#features/record-copy/server/sealed-tables.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import {
  findClinic,
  inTransaction,
  logOperation,
  type Operation,
  OperationError,
  propagateSettings,
} from "./operation.ts";

type SealedRow = {
  id: string;
  sealed_at: Date;
  retain_until: string;
  patient_name: string;
  admission_no: string;
  sealed_by: string | null;
};

export const listSealed: Operation = {
  usage: "sealed-records SUBDOMAIN",
  does: "lists a clinic's deleted patients whose records are still retained, with the number for restore-record",
  async run(context, [subdomain = ""]) {
    const { client } = context;
    return inTransaction(client, "klinika_owner", async () => {
      const clinic = await findClinic(client, subdomain);
      const { rows } = await client.query<SealedRow>(
        `select s.id, s.sealed_at, s.retain_until::text, s.record -> 'patient' ->> 'patient_name' as patient_name,
                s.record -> 'patient' ->> 'admission_no' as admission_no, u.email as sealed_by
         from sealed_records s left join users u on u.clinic_id = s.clinic_id and u.id = s.sealed_by_id
         where s.clinic_id = $1 order by s.sealed_at desc, s.id desc`,
        [clinic.id],
      );
      await logOperation(context, "sealed-records", { shown: rows.length }, clinic.id);
      if (rows.length === 0) return [`${clinic.name} has no deleted patients.`];
      return rows.map(
        (row) =>
          `${row.id}  ${row.admission_no}  ${row.patient_name}  deleted ${row.sealed_at.toISOString().slice(0, 10)} by ${row.sealed_by ?? "?"}, retained until ${row.retain_until}`,
      );
    });
  },
};

type DestroyedRow = {
  happened_at: Date;
  changes: { records: number; files: number; deletedAt: string; keptUntil: string };
};

export const listDestroyed: Operation = {
  usage: "destroyed-records SUBDOMAIN",
  does: "lists a clinic's records that were destroyed after their retention, without the patients' names",
  async run(context, [subdomain = ""]) {
    const { client } = context;
    return inTransaction(client, "klinika_owner", async () => {
      const clinic = await findClinic(client, subdomain);
      const { rows } = await client.query<DestroyedRow>(
        "select happened_at, changes from record_history where clinic_id = $1 and event = 'patient.destroy' order by id desc",
        [clinic.id],
      );
      const { rows: left } = await client.query<{ count: number }>(
        "select count(*)::integer as count from files_to_remove where clinic_id = $1",
        [clinic.id],
      );
      const waiting = left[0]?.count ?? 0;
      await logOperation(context, "destroyed-records", { shown: rows.length }, clinic.id);
      return [
        ...(rows.length === 0 ? [`No record of ${clinic.name} has been destroyed.`] : []),
        ...rows.map(
          ({ happened_at, changes: { records, files, deletedAt, keptUntil } }) =>
            `destroyed ${manilaDay(happened_at)}  deleted ${manilaDay(new Date(deletedAt))}, retained until ${keptUntil}  ${records} records, ${files} files`,
        ),
        ...(waiting > 0 ? [`${waiting} files are still to be removed from the file store.`] : []),
      ];
    });
  },
};

export const restoreRecord: Operation = {
  usage: "restore-record NUMBER",
  does: "restores a deleted patient with the whole record, and removes the sealed copy",
  async run(context, [number = ""]) {
    const { client } = context;
    if (!/^\d{1,16}$/.test(number))
      throw new OperationError("Name the record by its number from sealed-records.");
    await propagateSettings(client);
    return inTransaction(client, "klinika_owner", async () => {
      const { rows: found } = await client.query<{ clinic_id: string }>(
        "select clinic_id from sealed_records where id = $1",
        [number],
      );
      const { rows } = await client.query<{
        clinic_id: string;
        patient_id: string;
        record: Record<string, unknown>;
      }>(
        "select clinic_id, patient_id, record from sealed_records where clinic_id = $1 and id = $2 for update",
        [found[0]?.clinic_id, number],
      );
      const [sealed] = rows;
      if (!sealed) throw new OperationError(`No sealed record has the number ${number}.`);
      const clinicId = Number(sealed.clinic_id);
      const patient = sealed.record.patient as { patient_name: string; admission_no: string };
      // The record history shows the operation, without a user of the clinic.
      await client.query("select set_scope($1, '', '', 'patient.restore')", [sealed.clinic_id]);
      const admissionNo = await freeNumber(client, clinicId, patient.admission_no);
      await insertRows(client, "patients", [{ ...patient, admission_no: admissionNo }]);
      // A trigger opens an admission for the inserted patient; the sealed rows contain it already.
      await client.query("delete from admissions where clinic_id = $1 and patient_id = $2", [
        clinicId,
        sealed.patient_id,
      ]);
      // Another makes an allergy of the patient's text; newer sealed records contain it already.
      if (Array.isArray(sealed.record.allergies))
        await client.query("delete from allergies where clinic_id = $1 and patient_id = $2", [
          clinicId,
          sealed.patient_id,
        ]);
      for (const table of Object.keys(sealedTables)) await insertRows(client, table, sealed.record[table]);
      await returnPayments(client, clinicId, sealed.record.payments);
      if (typeof sealed.record.photo === "string")
        await client.query(
          "insert into patient_photos (clinic_id, patient_id, picture, created_at) values ($1, $2, decode($3, 'base64'), $4)",
          [clinicId, sealed.patient_id, sealed.record.photo, context.now],
        );
      await client.query("delete from sealed_records where clinic_id = $1 and id = $2", [clinicId, number]);
      await logOperation(
        context,
        "restore-record",
        { patientId: Number(sealed.patient_id), admissionNo },
        clinicId,
      );
      return [
        `${patient.patient_name} is restored, with admission number ${admissionNo}.`,
        ...(admissionNo === patient.admission_no
          ? []
          : [`${patient.admission_no} belongs to another patient by now.`]),
      ];
    });
  },
};

/** Payments that stayed in the counts belong to the patient and the bill again, also when they were counted meanwhile. */
async function returnPayments(client: Client, clinicId: number, sealed: unknown): Promise<void> {
  await client.query(
    `update payments p set bill_id = s.bill_id, patient_id = s.patient_id, reference = s.reference, void_reason = s.void_reason
     from jsonb_populate_recordset(null::payments, $2) s
     where p.clinic_id = $1 and p.id = s.id and p.patient_id is null`,
    [clinicId, JSON.stringify(Array.isArray(sealed) ? sealed : [])],
  );
}

/** The patient's former number, or else the first free one with a suffix. */
async function freeNumber(client: Client, clinicId: number, wanted: string): Promise<string> {
  const { rows } = await client.query<{ free: string }>(
    `select free from (
       select $2::text as free, 0 as at
       union all select left($2, 46) || '-' || n, n from generate_series(2, 999) n) numbers
     where not exists (select 1 from patients p where p.clinic_id = $1 and p.admission_no = free)
       and not exists (select 1 from merges m where m.clinic_id = $1 and m.other_admission_no = free and m.undone_at is null)
     order by at limit 1`,
    [clinicId, wanted],
  );
  const [row] = rows;
  if (!row) throw new OperationError(`Admission number ${wanted} is taken, also with every suffix.`);
  return row.free;
}

/** Inserts sealed rows without generated columns. Columns that were added since get their defaults. */
async function insertRows(client: Client, table: string, sealed: unknown): Promise<void> {
  if (!Array.isArray(sealed) || sealed.length === 0) return;
  const whole: object[] = table === "bills" ? sealed.map(withStoredShares) : sealed;
  const { rows } = await client.query<{ column_name: string }>(
    `select column_name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  );
  const columns = rows
    .filter(({ column_name }) => column_name in (whole[0] ?? {}))
    .map(({ column_name }) => client.escapeIdentifier(column_name))
    .join(", ");
  await client.query(
    `insert into ${client.escapeIdentifier(table)} (${columns})
     select ${columns} from jsonb_populate_recordset(null::${client.escapeIdentifier(table)}, $1)
     on conflict do nothing`,
    [JSON.stringify(whole)],
  );
}
