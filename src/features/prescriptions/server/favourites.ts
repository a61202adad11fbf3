import { sql } from "kysely";
import type {
  Favourite,
  FavouriteChanges,
  FavouriteDraft,
  Medication,
} from "#features/prescriptions/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { invalidField, notFound } from "#shared/errors.ts";
import { withEveryField } from "./queries.ts";

/** The limit at which a menu can still be searched. */
const MOST = 200;

const columns = ["id", "name", "medications", "additionalInstructions", "createdAt", "updatedAt"] as const;

type Row = Omit<Favourite, "medications"> & { medications: unknown };

const asFavourite = (row: Row): Favourite => ({ ...row, medications: row.medications as Medication[] });

const stored = (medications: FavouriteDraft["medications"]) =>
  JSON.stringify(medications.map(withEveryField));

/** The acting user's own, by name. */
export async function listFavourites(clinic: ClinicScope): Promise<Favourite[]> {
  const rows = await clinic.db
    .selectFrom("favouritePrescriptions")
    .select(columns)
    .where("clinicId", "=", clinic.id)
    .where("userId", "=", clinic.userId)
    .orderBy(sql`lower(name)`)
    .orderBy("id")
    .limit(MOST)
    .execute();
  return rows.map(asFavourite);
}

/** @throws Failure taken with fields.name when the user has one of this name. */
export function insertFavourite(clinic: ClinicScope, draft: FavouriteDraft, now: Date): Promise<Favourite> {
  return clinic.transaction(async (joined) => {
    if ((await listFavourites(joined)).length >= MOST)
      throw invalidField("name", `You have ${MOST} favorites already. Delete one first.`);
    const row = await joined.db
      .insertInto("favouritePrescriptions")
      .values({
        clinicId: joined.id,
        userId: joined.userId,
        name: draft.name,
        medications: stored(draft.medications),
        additionalInstructions: draft.additionalInstructions ?? null,
        createdAt: now.toISOString(),
        updatedAt: now.toISOString(),
      })
      .returning(columns)
      .executeTakeFirstOrThrow();
    return asFavourite(row);
  });
}

/**
 * Updates the fields that are sent.
 * @throws Failure taken with fields.name when another of the user's has this name.
 */
export async function updateFavourite(
  clinic: ClinicScope,
  id: number,
  { name, medications, additionalInstructions }: FavouriteChanges,
  now: Date,
): Promise<Favourite> {
  const row = await clinic.db
    .updateTable("favouritePrescriptions")
    .set({
      ...(name !== undefined && { name }),
      ...(medications !== undefined && { medications: stored(medications) }),
      ...(additionalInstructions !== undefined && { additionalInstructions }),
      updatedAt: now.toISOString(),
    })
    .where("clinicId", "=", clinic.id)
    .where("userId", "=", clinic.userId)
    .where("id", "=", id)
    .returning(columns)
    .executeTakeFirstOrThrow(() => notFound("Favorite"));
  return asFavourite(row);
}

export async function deleteFavourite(clinic: ClinicScope, id: number): Promise<{ id: number }> {
  return clinic.db
    .deleteFrom("favouritePrescriptions")
    .where("clinicId", "=", clinic.id)
    .where("userId", "=", clinic.userId)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirstOrThrow(() => notFound("Favorite"));
}
