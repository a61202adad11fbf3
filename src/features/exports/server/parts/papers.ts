import { setTimeout as wait } from "node:timers/promises";
import { findFullHistory } from "#features/consultations/server/full-history.ts";
import { printConsultation, printFullHistory } from "#features/consultations/server/printed-record.ts";
import { findConsultation } from "#features/consultations/server/queries.ts";
import { printPrescription } from "#features/prescriptions/server/printed-prescription.ts";
import { findPrescription } from "#features/prescriptions/server/queries.ts";
import { printLetter } from "#features/referrals/server/printed-letter.ts";
import type { ClinicScope } from "#server/database/db.ts";
import type { Snapshot } from "#server/database/driver/snapshot.ts";
import type { FileAnswer } from "#server/http/file-answer.ts";
import type { Papers } from "#server/pdf/papers.ts";
import { Failure } from "#shared/errors.ts";
import type { Archive } from "../archive/archive.ts";
import type { Spool } from "../archive/spool.ts";
import type { Work } from "../export-work.ts";
import { patientFolder } from "./stored-files.ts";

type PaperKind = "consultation" | "full history" | "prescription" | "referral letter";
type Paper = { kind: PaperKind; id: number; patientId: number; patient: string; day: string };

/** The papers of a kind, as a query with the clinic as $1. */
const drawn: Record<PaperKind, string> = {
  consultation:
    "select id, patient_id, created_at from consultations where clinic_id = $1 and in_error_at is null",
  "full history":
    "select id, patient_id, created_at from consultation_records where clinic_id = $1 and in_error_at is null",
  prescription:
    "select id, patient_id, created_at from prescriptions where clinic_id = $1 and status = 'final'",
  "referral letter":
    "select id, patient_id, created_at from referrals where clinic_id = $1 and side = 'sent' and patient_id is not null and status <> 'cancelled'",
};
const kinds = Object.keys(drawn) as PaperKind[];

export async function countPapers(snapshot: Snapshot, clinicId: number): Promise<number> {
  const counts = kinds.map((kind) => `(select count(*) from (${drawn[kind]}) d)`).join(" + ");
  const [row] = await snapshot.rows<{ papers: number }>(`select ${counts} as papers`, [clinicId]);
  return row?.papers ?? 0;
}

/** Lists the papers from the snapshot. */
export async function* papersOf(snapshot: Snapshot, clinicId: number): AsyncGenerator<Paper> {
  for (const kind of kinds)
    for (let after = 0; ; ) {
      const rows = await snapshot.rows<Omit<Paper, "kind">>(
        `select d.id, d.patient_id as "patientId", p.patient_name as patient,
                to_char(d.created_at at time zone 'Asia/Manila', 'YYYY-MM-DD') as day
         from (${drawn[kind]} and id > $2 order by id limit 500) d
         join patients p on p.clinic_id = $1 and p.id = d.patient_id order by d.id`,
        [clinicId, after],
      );
      for (const row of rows) yield { kind, ...row };
      const last = rows.at(-1);
      if (!last) break;
      after = last.id;
    }
}

const print: Record<PaperKind, (clinic: ClinicScope, paper: Paper, papers: Papers) => Promise<FileAnswer>> = {
  consultation: async (clinic, { patientId, id }, papers) =>
    printConsultation(clinic, await findConsultation(clinic, patientId, id), papers),
  "full history": async (clinic, { patientId, id }, papers) =>
    printFullHistory(clinic, await findFullHistory(clinic, id, { patientId }), papers),
  prescription: async (clinic, { patientId, id }, papers) =>
    printPrescription(clinic, await findPrescription(clinic, patientId, id), {
      disposition: "inline",
      papers,
    }),
  "referral letter": (clinic, { patientId, id }, papers) => printLetter(clinic, patientId, id, papers),
};

type PapersWritten = { papers: number; notDrawn: { name: string; why: string }[] };
const mostNamed = 1000;
/** Milliseconds between attempts while requests use all drawing threads. */
const BUSY = 2000;

/**
 * Draws the papers one after another, each queued fairly with the requests of users. One that could not be printed
 * from a record either (its patient was deleted meanwhile, a medicine without its generic name) is listed with the
 * reason.
 */
export async function addPapers(
  archive: Archive,
  { kit, scope, signal, progress }: Work,
  list: Spool,
): Promise<PapersWritten> {
  const clinic = kit.databases.openClinicUnshared(scope);
  const written: PapersWritten = { papers: 0, notDrawn: [] };
  for await (const paper of list.values<Paper>()) {
    signal.throwIfAborted();
    const name = `papers/${patientFolder(paper.patient, paper.patientId)}/${paper.day} ${paper.kind} ${paper.id}.pdf`;
    const bytes = await printed(clinic, paper, kit.papers, signal);
    if (bytes instanceof Failure) {
      if (written.notDrawn.length < mostNamed) written.notDrawn.push({ name, why: bytes.message });
    } else {
      await archive.addBytes(name, bytes);
      written.papers += 1;
    }
    progress.done(1);
  }
  return written;
}

async function printed(
  clinic: ClinicScope,
  paper: Paper,
  papers: Papers,
  signal: AbortSignal,
): Promise<Buffer | Failure> {
  for (;;) {
    try {
      const { bytes } = await print[paper.kind](clinic, paper, papers);
      return bytes as Buffer;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.code === "papers_busy") await wait(BUSY, undefined, { signal });
      else if (error.status >= 500) throw error;
      else return error;
    }
  }
}
