import { sql } from "kysely";
import type { Candidate, LikelyPair } from "#features/merges/contract.ts";
import { matchesOf } from "#features/patients/server/find-duplicates.ts";
import { judgeDuplicate, traitsOf } from "#features/patients/server/judge-duplicate.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { ageTold } from "#server/patient/age-told.ts";
import { type AgeSource, yearsAt } from "#shared/clinical/age.ts";

/** Records compared per statement, newest first. */
const LOOKED_AT = 10;
/** Statements per request: a clinic without duplicates is not read to its end in one request. */
const MOST_LOOKS = 10;
/** The limit of older records that one is compared with by each trait; lower than at registration. */
const COMPARED = { birthday: 40, phone: 20, philHealth: 20, name: 25 } as const;

type Row = Omit<Candidate, "age"> & Pick<AgeSource, "ageTold"> & { philhealthNumber: string | null };
type Found = { pairs: LikelyPair[]; lastId: number | null };

/**
 * Pairs by the rules of registration, those of the newest records first. Each pair is found once, from its newer
 * record. `lastId`: the record after which the next page continues, null at the end.
 */
export async function findPairs(
  clinic: ClinicScope,
  { limit, afterId, today }: { limit: number; afterId: number | null; today: string },
): Promise<Found> {
  const pairs: LikelyPair[] = [];
  let lastId = afterId;
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    const newer = await nextRecords(clinic, lastId);
    const found = newer.length > 0 ? await likelyOf(clinic, newer, today) : new Map<number, LikelyPair[]>();
    for (const { id } of newer) {
      pairs.push(...(found.get(id) ?? []));
      lastId = id;
      if (pairs.length >= limit) return { pairs, lastId };
    }
    if (newer.length < LOOKED_AT) return { pairs, lastId: null };
  }
  return { pairs, lastId };
}

const columns = [
  "patients.id",
  "patients.patientName",
  "patients.birthday",
  ageTold(),
  "patients.sex",
  "patients.admissionNo",
  "patients.hospital",
  "patients.contactNumber",
  "patients.philhealthNumber",
  sql<string>`coalesce(patients.last_consultation_at, patients.created_at)`.as("lastVisitAt"),
  "patients.createdAt",
  "patients.isArchived",
] as const;

function nextRecords(clinic: ClinicScope, afterId: number | null): Promise<Row[]> {
  const records = clinic.db
    .selectFrom("patients")
    .select(columns)
    .where("clinicId", "=", clinic.id)
    .orderBy("id", "desc")
    .limit(sql.lit(LOOKED_AT));
  return (afterId === null ? records : records.where("id", "<", afterId)).execute() as Promise<Row[]>;
}

/** Likely doubles of each record among the older ones, without dismissed pairs. */
async function likelyOf(
  clinic: ClinicScope,
  newer: readonly Row[],
  today: string,
): Promise<Map<number, LikelyPair[]>> {
  const named = await sharingTraits(clinic, newer);
  const ids = [...new Set(named.map(({ olderId }) => olderId))];
  const rows =
    ids.length > 0
      ? ((await clinic.db
          .selectFrom("patients")
          .select(columns)
          .where("clinicId", "=", clinic.id)
          .where(sql<boolean>`patients.id = any (${ids}::bigint[])`)
          .execute()) as Row[])
      : [];
  const byId = new Map(
    [...rows, ...newer].map((row) => [
      row.id,
      {
        row,
        traits: traitsOf(row.patientName, row.birthday, row.contactNumber, row.philhealthNumber),
      },
    ]),
  );
  const likely = named.flatMap(({ newerId, olderId }) => {
    const one = byId.get(newerId);
    const other = byId.get(olderId);
    if (!one || !other) return [];
    const judged = judgeDuplicate(one.traits, other.traits, true);
    const patients = [asCandidate(other.row, today), asCandidate(one.row, today)] as [Candidate, Candidate];
    // Records of dependents may have the member's PhilHealth number; their birthdays tell them apart.
    return judged.rank > 0 && judged.likeBirthday
      ? [{ newerId, olderId, rank: judged.rank, pair: { matches: matchesOf(judged), patients } }]
      : [];
  });
  // The database returns those of equal rank in any order.
  const ranked = likely.toSorted((one, other) => other.rank - one.rank || other.olderId - one.olderId);
  return new Map(
    [...Map.groupBy(ranked, ({ newerId }) => newerId)].map(([id, found]) => [
      id,
      found.map(({ pair }) => pair),
    ]),
  );
}

function asCandidate(found: Row, today: string): Candidate {
  const { ageTold: told, philhealthNumber: _, ...row } = found;
  return { ...row, age: yearsAt({ birthday: row.birthday, ageTold: told }, today) };
}

/** Uses registration's indexes, each of them per record, and never scans a whole clinic. */
async function sharingTraits(
  clinic: ClinicScope,
  newer: readonly Row[],
): Promise<{ newerId: number; olderId: number }[]> {
  const ids = newer.map(({ id }) => id);
  const { rows } = await sql<{ newerId: number; olderId: number }>`
    select newer.id as newer_id, older.id as older_id
    from (select id, birthday, contact_number, philhealth_number from patients where clinic_id = ${clinic.id} and id = any (${ids}::bigint[])) newer,
    lateral (
      (select o.id from patients o where o.clinic_id = ${clinic.id} and o.birthday = newer.birthday and o.id < newer.id
       order by o.id desc limit ${sql.lit(COMPARED.birthday)})
      union
      (select o.id from patients o where o.clinic_id = ${clinic.id} and o.contact_number = newer.contact_number and o.id < newer.id
       order by o.id desc limit ${sql.lit(COMPARED.phone)})
      union
      (select o.id from patients o where o.clinic_id = ${clinic.id} and o.philhealth_number = newer.philhealth_number and o.id < newer.id
       order by o.id desc limit ${sql.lit(COMPARED.philHealth)})
      union
      (select s.patient_id from patient_name_sounds own
       join patient_name_sounds s on s.clinic_id = ${clinic.id} and s.sound = own.sound and s.patient_id < newer.id
       where own.clinic_id = ${clinic.id} and own.patient_id = newer.id
       group by s.patient_id having count(*) >= 2
       order by count(*) desc, s.patient_id desc limit ${sql.lit(COMPARED.name)})
    ) older
    where not exists (select from dismissed_duplicates d
                      where d.clinic_id = ${clinic.id} and d.second_id = newer.id and d.first_id = older.id)`.execute(
    clinic.db,
  );
  return rows;
}
