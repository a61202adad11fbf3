import { sql } from "kysely";
import type { Consultation, LatestVitals } from "#features/consultations/contract.ts";
import type { Clinic } from "#server/db.ts";
import { invalidField, notFound } from "#shared/errors.ts";
import { NO_VITAL_SIGNS, type VitalSigns } from "#shared/vital-signs.ts";
import { asConsultation, consultationColumns } from "./consultation-columns.ts";
import { isPatientHere } from "./insert-consultation.ts";

export async function findLatestVitals(clinic: Clinic, patientId: number): Promise<LatestVitals> {
  const row = await clinic.db
    .selectFrom("patients")
    .leftJoinLateral(
      (db) =>
        db
          .selectFrom("consultations")
          .select(["vitalSigns", "createdAt as recordedAt"])
          .where("clinicId", "=", clinic.id)
          .whereRef("consultations.patientId", "=", "patients.id")
          .where("vitalSigns", "is not", null)
          .orderBy("createdAt", "desc")
          .limit(1)
          .as("latest"),
      (join) => join.onTrue(),
    )
    .select(["latest.vitalSigns", "latest.recordedAt"])
    .where("patients.clinicId", "=", clinic.id)
    .where("patients.id", "=", patientId)
    .executeTakeFirst();
  if (!row) throw notFound("Patient");
  const measured = row.vitalSigns as VitalSigns | null;
  return { ...(measured ?? NO_VITAL_SIGNS), recordedAt: row.recordedAt };
}

type Place = { createdAt: string; id: number };

const asCursor = ({ createdAt, id }: Place) => Buffer.from(`${createdAt} ${id}`).toString("base64url");

function asPlace(cursor: string): Place {
  const [, createdAt, id] =
    /^(\d{4}-\d\d-\d\dT[\d:.]+Z) (\d{1,16})$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (!createdAt || !id || Number.isNaN(Date.parse(createdAt)))
    throw invalidField("cursor", "This page mark cannot be read. Load the list again.");
  return { createdAt, id: Number(id) };
}

export type ConsultationPage = { rows: Consultation[]; next: string | null; total: number | null };

/** Newest first: the whole list without a limit, else one page by key; the total comes with the first page. */
export async function listConsultations(
  clinic: Clinic,
  patientId: number,
  { limit, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<ConsultationPage> {
  const after = cursor === undefined ? null : asPlace(cursor);
  const ofPatient = clinic.db
    .selectFrom("consultations")
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId);
  let page = ofPatient.select(consultationColumns).orderBy("createdAt", "desc").orderBy("id", "desc");
  if (after)
    page = page.where(
      sql<boolean>`(created_at, id) < (${after.createdAt}::timestamptz, ${after.id}::bigint)`,
    );
  if (limit !== undefined) page = page.limit(limit + 1);
  const found = await page.execute();
  if (found.length === 0 && !(await isPatientHere(clinic, patientId))) throw notFound("Patient");
  const rows = limit === undefined ? found : found.slice(0, limit);
  const last = rows.at(-1);
  const counted =
    limit !== undefined && !after
      ? await ofPatient.select((db) => db.fn.countAll<number>().as("total")).executeTakeFirst()
      : undefined;
  return {
    rows: rows.map(asConsultation),
    next: last && found.length > rows.length ? asCursor(last) : null,
    total: counted?.total ?? null,
  };
}
