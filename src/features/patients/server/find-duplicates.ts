import { type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import type { DuplicateQuestion, LikelyDuplicate } from "#features/patients/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import type { Database } from "#server/database/db.types.ts";
import { ageTold } from "#server/patient/age-told.ts";
import { yearsAt } from "#shared/clinical/age.ts";
import { Failure } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { parsePhone } from "#shared/formats/phone.ts";
import { type Judged, judgeDuplicate, traitsOf } from "./judge-duplicate.ts";
import { nameWords } from "./name-likeness.ts";

/** The limit of cards on the form. */
const SHOWN = 3;
/** Rows compared per trait, newest first. Literals in the statement, so that its plan can be cached. */
const COMPARED = { name: 200, birthday: 300, phone: 100, philHealth: 100 } as const;

type Trait = LikelyDuplicate["matches"][number];

/**
 * Patients of the clinic, also archived ones, who are probably the one being registered, likeliest first. Candidates
 * come from equality indexes (the sounds of the name's words, the birthday, the phone, the PhilHealth number), and are
 * then compared letter by letter here. A contradicting birthday excludes a match by name, and a contradicting name one
 * by phone. Nothing excludes one by PhilHealth number.
 */
export async function findDuplicates(
  clinic: ClinicScope,
  question: DuplicateQuestion,
  today: string,
): Promise<LikelyDuplicate[]> {
  const name = question.patientName ?? "";
  const birthday = question.birthday ?? null;
  const typedPhone = question.contactNumber ?? "";
  const phone = typedPhone ? (parsePhone(typedPhone) ?? typedPhone) : null;
  const philHealth = question.philhealthNumber ?? null;
  const words = nameWords(name);
  const hasName = words.length > 1;
  if (!hasName && !birthday && !phone && !philHealth) return [];
  const rows = await compared(clinic, { name: hasName ? name : null, birthday, phone, philHealth });
  return rows
    .map((row) => ({
      row,
      judged: judgeDuplicate(
        { words, birthday, phone, philHealth },
        traitsOf(row.patientName, row.birthday, row.contactNumber, row.philhealthNumber),
        name.trim() !== "",
      ),
    }))
    .filter(({ judged }) => judged.rank > 0)
    .toSorted((one, other) => other.judged.rank - one.judged.rank || other.row.id - one.row.id)
    .slice(0, SHOWN)
    .map(({ row, judged }) => ({
      id: row.id,
      patientName: row.patientName,
      birthday: row.birthday,
      age: yearsAt(row, today),
      sex: row.sex as LikelyDuplicate["sex"],
      admissionNo: row.admissionNo,
      hospital: row.hospital,
      lastVisitAt: row.lastConsultationAt ?? row.createdAt,
      isArchived: row.isArchived,
      isMasked: false,
      matches: matchesOf(judged),
    }));
}

/**
 * Before a registration: 409 `possible_duplicate` with those who may be the patient, if the client asked for the check.
 * On a slow connection Save is pressed before the form's own question was answered.
 */
export async function requireNoDuplicate(
  clinic: ClinicScope,
  draft: DuplicateQuestion & { checkDuplicates?: boolean | undefined },
  { now, maySee }: { now: Date; maySee: boolean },
): Promise<void> {
  if (!draft.checkDuplicates) return;
  const { patientName, birthday, contactNumber, philhealthNumber } = draft;
  const question = { patientName, birthday, contactNumber, philhealthNumber };
  const likely = await findDuplicates(clinic, question, manilaDay(now));
  const [first] = likely;
  if (!first) return;
  throw new Failure(
    "possible_duplicate",
    "This patient may be registered already. Use that record, or add the patient again to register another person.",
    { current: maySee ? likely : likely.map(maskedDuplicate) },
  );
}

/** What two records have in common. */
export const matchesOf = ({ likeness, sameBirthday, samePhone, samePhilHealth }: Judged): Trait[] => [
  ...(likeness !== null && likeness >= 0.6 ? (["name"] as const) : []),
  ...(sameBirthday ? (["birthday"] as const) : []),
  ...(samePhone ? (["phone"] as const) : []),
  ...(samePhilHealth ? (["philhealth"] as const) : []),
];

type Typed = Record<"name" | "birthday" | "phone" | "philHealth", string | null>;

/**
 * Patients who share a trait. Their ids are collected first, each by its index: with OR conditions PostgreSQL would
 * compare every row of the clinic.
 */
function compared(clinic: ClinicScope, traits: Typed) {
  const [first, ...others] = idsByTrait(clinic, traits);
  if (!first) return Promise.resolve([]);
  const likely = others.reduce((all, ids) => all.union(ids), first);
  return clinic.db
    .with("likely", () => likely)
    .selectFrom("likely")
    .innerJoin("patients", "patients.id", "likely.id")
    .select([
      "patients.id",
      "patients.patientName",
      "patients.birthday",
      ageTold(),
      "patients.sex",
      "patients.contactNumber",
      "patients.philhealthNumber",
      "patients.admissionNo",
      "patients.hospital",
      "patients.isArchived",
      "patients.lastConsultationAt",
      "patients.createdAt",
    ])
    .where("patients.clinicId", "=", clinic.id)
    .execute();
}

type Ids = SelectQueryBuilder<Database, never, { id: number }>;

/**
 * Names match by the sound of their words, at least two of them. The typed name's sounds are computed once in a
 * query of their own: in a generic plan they would be computed again for every patient.
 */
function idsByTrait(clinic: ClinicScope, { name, birthday, phone, philHealth }: Typed): Ids[] {
  const newest = (column: "birthday" | "contactNumber" | "philhealthNumber", value: string, limit: number) =>
    // Parenthesized, so that each part has its own order and limit.
    clinic.db
      .selectFrom(
        clinic.db
          .selectFrom("patients")
          .select("id")
          .where("clinicId", "=", clinic.id)
          .where(column, "=", value)
          .orderBy("id", "desc")
          .limit(sql.lit(limit))
          .as(column),
      )
      .select("id");
  const soundingLike = (typed: string) =>
    clinic.db
      .selectFrom(
        clinic.db
          .selectFrom("patientNameSounds")
          .select("patientId as id")
          .where("clinicId", "=", clinic.id)
          .where(sql<SqlBool>`sound = any((select name_sounds(${typed}))::text[])`)
          .groupBy("patientId")
          .having(sql<SqlBool>`count(*) >= (select least(2, cardinality(name_sounds(${typed}))))`)
          .orderBy(sql`count(*)`, "desc")
          .orderBy("patientId", "desc")
          .limit(sql.lit(COMPARED.name))
          .as("named"),
      )
      .select("id");
  // Read from different queries; the id is what they share.
  const parts: unknown[] = [];
  if (name !== null) parts.push(soundingLike(name));
  if (birthday !== null) parts.push(newest("birthday", birthday, COMPARED.birthday));
  if (phone !== null) parts.push(newest("contactNumber", phone, COMPARED.phone));
  if (philHealth !== null) parts.push(newest("philhealthNumber", philHealth, COMPARED.philHealth));
  return parts as Ids[];
}

/** For users who may register patients but not view them: enough to ask a colleague. */
export const maskedDuplicate = ({ patientName, birthday, matches }: LikelyDuplicate): LikelyDuplicate => ({
  id: null,
  patientName: patientName.replace(/[\p{L}\p{M}\p{N}]+/gu, (word) => `${[...word][0]}•••`),
  birthday: birthday?.slice(0, 4) ?? null,
  age: null,
  sex: null,
  admissionNo: null,
  hospital: null,
  lastVisitAt: null,
  isArchived: null,
  isMasked: true,
  matches,
});
