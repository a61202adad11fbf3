import { sql } from "kysely";
import { mostMembers } from "#features/households/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { Failure, invalidField } from "#shared/errors.ts";
import { lockPatients, saveFamily } from "./family-rows.ts";

/** The household of each patient, and how many patients it has. A single patient is not a household. */
async function householdsOf(clinic: ClinicScope, ids: readonly number[]) {
  const rows = await clinic.db
    .selectFrom("patientFamilies as f")
    .select([
      "f.patientId",
      "f.householdId",
      (db) =>
        db
          .selectFrom("patientFamilies as m")
          .select(sql<number>`count(*)::integer`.as("size"))
          .where("m.clinicId", "=", clinic.id)
          .whereRef("m.householdId", "=", "f.householdId")
          .as("size"),
    ])
    .where("f.clinicId", "=", clinic.id)
    .where("f.patientId", "in", ids)
    .execute();
  return (patientId: number) => {
    const row = rows.find((one) => one.patientId === patientId);
    return { id: row?.householdId ?? null, size: row?.size ?? 0 };
  };
}

export function joinHousehold(
  clinic: ClinicScope,
  patientId: number,
  { patientId: otherId, relation }: { patientId: number; relation?: string | null | undefined },
  now: Date,
): Promise<{ patientId: number }> {
  return clinic.transaction(async (joined) => {
    if (otherId === patientId) throw invalidField("patientId", "Choose another patient");
    await lockPatients(joined, [patientId, otherId]);
    const householdOf = await householdsOf(joined, [patientId, otherId]);
    const own = householdOf(patientId);
    const others = householdOf(otherId);
    const isSame = own.id !== null && own.id === others.id;
    if (!isSame && own.size > 1 && others.size > 1)
      throw new Failure("taken", "Both belong to a household already. One of them has to leave it first.");
    const joins = others.size > 1 ? others : own;
    if (!isSame && joins.size >= mostMembers)
      throw new Failure("unusable", `A household has ${mostMembers} patients at most.`);
    const householdId = joins.id ?? (await nextHousehold(joined));
    if (own.id !== householdId)
      await saveFamily(joined, patientId, { householdId, householdRelation: null }, now);
    if (others.id !== householdId || relation !== undefined)
      await saveFamily(
        joined,
        otherId,
        {
          householdId,
          ...((relation !== undefined || others.id !== householdId) && {
            householdRelation: relation ?? null,
          }),
        },
        now,
      );
    return { patientId };
  });
}

async function nextHousehold(clinic: ClinicScope): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('klinika_id') as id`.execute(clinic.db);
  const [row] = rows;
  if (!row) throw new Error("the sequence gave no number");
  return row.id;
}

/** The household that a patient must have. */
async function requireHousehold(clinic: ClinicScope, patientId: number): Promise<void> {
  await lockPatients(clinic, [patientId]);
  const householdOf = await householdsOf(clinic, [patientId]);
  if (householdOf(patientId).id === null)
    throw new Failure("unusable", "This patient belongs to no household.");
}

export function saveRelation(
  clinic: ClinicScope,
  patientId: number,
  relation: string | null | undefined,
  now: Date,
): Promise<{ patientId: number }> {
  return clinic.transaction(async (joined) => {
    await requireHousehold(joined, patientId);
    await saveFamily(joined, patientId, { householdRelation: relation ?? null }, now);
    return { patientId };
  });
}

/** Repeating it changes nothing. */
export function quitHousehold(
  clinic: ClinicScope,
  patientId: number,
  now: Date,
): Promise<{ patientId: number }> {
  return clinic.transaction(async (joined) => {
    await lockPatients(joined, [patientId]);
    const householdOf = await householdsOf(joined, [patientId]);
    if (householdOf(patientId).id !== null)
      await saveFamily(joined, patientId, { householdId: null, householdRelation: null }, now);
    return { patientId };
  });
}
