import { sql } from "kysely";
import { SUMMARY_ROWS, type Summary } from "#features/clinical-lists/summary-contract.ts";
import { listOpenRequests, openInWords } from "#features/papers/server/paper-rows.ts";
import type { Pregnancy } from "#features/pregnancies/contract.ts";
import { readPregnancies } from "#features/pregnancies/server/pregnancy-rows.ts";
import { flaggedInWords } from "#features/results/server/flagged-words.ts";
import { listFlagged } from "#features/results/server/result-rows.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { ageTold } from "#server/patient/age-told.ts";
import { usableVitals } from "#server/patient/entries-in-error.ts";
import { selectPatient } from "#server/patient/select-patient.ts";
import type { AdultRanges } from "#shared/clinical/adult-ranges.ts";
import { scoreOf, scoreText } from "#shared/clinical/pregnancy.ts";
import { adultBands } from "#shared/clinical/vital-sign-bands.ts";
import { notFound } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { alertList } from "./alerts.ts";
import { readAllergies } from "./allergies.ts";
import { readMedicines } from "./medicines.ts";
import { newestSigns, type Person, type VitalSet } from "./newest-signs.ts";
import { problemList } from "./problems.ts";

/** Sets of vital signs that are searched for the newest value of each sign and the one before. */
const LATEST_SETS = 30;
/** How long a flagged result is listed, in milliseconds. */
const FLAGGED_FOR = 30 * 86_400_000;
/** Characters of a plan in a summary. */
const PLAN_LETTERS = 1000;

/** The queries are sent together, in one round trip to the database. */
export async function readSummary(clinic: ClinicScope, patientId: number, now: Date): Promise<Summary> {
  const today = manilaDay(now);
  const [
    patient,
    allergies,
    problems,
    { medicines, prepared },
    alerts,
    pregnancies,
    sets,
    plan,
    flagged,
    requests,
  ] = await Promise.all([
    findPerson(clinic, patientId),
    readAllergies(clinic, patientId),
    problemList.read(clinic, patientId),
    readMedicines(clinic, patientId, today),
    alertList.read(clinic, patientId),
    readPregnancies(clinic, patientId),
    latestSets(clinic, patientId),
    lastPlan(clinic, patientId),
    listFlagged(clinic, patientId, new Date(now.getTime() - FLAGGED_FOR)),
    listOpenRequests(clinic, patientId),
  ]);
  if (!patient) throw notFound("Patient");
  const active = {
    allergies: allergies.rows.filter(isActive),
    problems: problems.filter(isActive),
    medicines: medicines.filter(isActive),
    alerts: alerts.filter(isActive),
  };
  const pregnancy = openOne(pregnancies);
  return {
    allergies: active.allergies.slice(0, SUMMARY_ROWS),
    noKnownAllergies: allergies.noKnown,
    problems: active.problems.slice(0, SUMMARY_ROWS),
    medicines: active.medicines.slice(0, SUMMARY_ROWS),
    stopped: medicines
      .filter(({ state }) => state === "stopped")
      .toSorted((one, other) => (other.until ?? "").localeCompare(one.until ?? ""))
      .slice(0, SUMMARY_ROWS)
      .map(({ generic, until, stopReason }) => ({ generic, until, stopReason })),
    vitals: newestSigns(sets, patient, adultBands(patient.adultRanges), pregnancy),
    alerts: active.alerts.slice(0, SUMMARY_ROWS),
    pregnancy,
    plan: plan ?? null,
    pending: pendingOf({ prepared, requests, flagged }),
    more: {
      allergies: beyondListed(active.allergies),
      problems: beyondListed(active.problems),
      medicines: beyondListed(active.medicines),
      alerts: beyondListed(active.alerts),
    },
    resolved: {
      allergies: allergies.rows.filter(isResolved).length,
      problems: problems.filter(isResolved).length,
    },
  };
}

/** Prescriptions to release, open requests and flagged results, each the oldest first. */
const pendingOf = ({
  prepared,
  requests,
  flagged,
}: {
  prepared: Awaited<ReturnType<typeof readMedicines>>["prepared"];
  requests: Awaited<ReturnType<typeof listOpenRequests>>;
  flagged: Awaited<ReturnType<typeof listFlagged>>;
}): Summary["pending"] => [
  ...prepared.toReversed().map(({ createdAt }) => ({
    kind: "prescription" as const,
    label: "Prescription to release",
    since: createdAt,
  })),
  ...requests
    .toReversed()
    .map((request) => ({ kind: "request" as const, label: openInWords(request), since: request.since })),
  ...flagged.toReversed().map((result) => ({
    kind: "result" as const,
    label: flaggedInWords(result),
    since: result.collectedAt,
  })),
];

type Stated = { state: string };
const isActive = ({ state }: Stated) => state === "active";
const isResolved = ({ state }: Stated) => state === "resolved";
const beyondListed = (rows: readonly unknown[]) => Math.max(rows.length - SUMMARY_ROWS, 0);

const findPerson = (
  clinic: ClinicScope,
  patientId: number,
): Promise<(Person & { adultRanges: AdultRanges | null }) | undefined> =>
  selectPatient(clinic, patientId)
    .select([
      "birthday",
      ageTold(),
      sql<AdultRanges | null>`(select adult_ranges from clinics where clinics.id = patients.clinic_id)`.as(
        "adultRanges",
      ),
    ])
    .executeTakeFirst();

const latestSets = (clinic: ClinicScope, patientId: number): Promise<VitalSet[]> =>
  usableVitals(clinic, patientId)
    .select(["vitalSigns", "createdAt"])
    .orderBy("createdAt", "desc")
    .limit(sql.lit(LATEST_SETS))
    .execute();

/** Of the last consultation with a doctor; vital signs alone and checklists have no plan. */
const lastPlan = (clinic: ClinicScope, patientId: number) =>
  clinic.db
    .selectFrom("consultations")
    .select([
      "id as consultationId",
      "createdAt as recordedAt",
      sql<string | null>`left(diagnosis, ${sql.lit(PLAN_LETTERS)})`.as("diagnosis"),
      sql<string | null>`left(treatment, ${sql.lit(PLAN_LETTERS)})`.as("treatment"),
      "followUpDate",
      sql<boolean>`confidential_to_id is not null`.as("isConfidential"),
    ])
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId)
    .where("consultationType", "<>", sql.lit("Vitals"))
    .where("isIntake", "=", sql.lit(false))
    .where("inErrorAt", "is", null)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(sql.lit(1))
    .executeTakeFirst();

function openOne(rows: readonly Pregnancy[]): Summary["pregnancy"] {
  const open = rows.find(({ state }) => state === "open");
  if (!open?.dueOn || !open.datedBy) return null;
  const { id, lmp, dueOn, datedBy } = open;
  return { id, lmp, dueOn, datedBy, score: scoreText(scoreOf(rows)) };
}
