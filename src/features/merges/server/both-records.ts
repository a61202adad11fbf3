import type { Selectable } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import type { PatientsTable } from "#server/database/db.types.ts";
import { functionsBesideRow } from "#server/database/functions-in-scope.ts";
import { invalidField } from "#shared/errors.ts";

export type PatientRow = Selectable<PatientsTable>;
export type Both = { survivor: PatientRow; other: PatientRow };

export function requireTwo(one: number, other: number): void {
  if (one === other) throw invalidField("otherId", "Choose two different records.");
}

/**
 * Both patients, locked until the transaction ends: their referrals first, as claims lock them, then both by id. Null
 * where one of them does not exist.
 */
export async function lockBoth(
  clinic: ClinicScope,
  survivorId: number,
  otherId: number,
): Promise<Both | null> {
  await lockReferrals(clinic, [survivorId, otherId]);
  const rows = await clinic.db
    .selectFrom("patients")
    .selectAll()
    .where("clinicId", "=", clinic.id)
    .where("id", "in", [survivorId, otherId])
    .orderBy("id")
    .forUpdate()
    .execute();
  const survivor = rows.find(({ id }) => id === survivorId);
  const other = rows.find(({ id }) => id === otherId);
  return survivor && other ? { survivor, other } : null;
}

/** Locks the referrals of patients, of which the first one must be there. */
export const lockReferrals = (clinic: ClinicScope, patients: [number, ...number[]]): Promise<unknown> =>
  functionsBesideRow(clinic, "patients", patients[0]).value("lockReferralsOf", { patients });

/** The later of two instants as the database writes them; of one alone, that one. */
export function laterOf(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return isBefore(one, other) ? other : one;
}

/** Without the Z, a shorter fraction of a second is less than a longer one that it begins. */
export const isBefore = (one: string, other: string): boolean => one.slice(0, -1) < other.slice(0, -1);
