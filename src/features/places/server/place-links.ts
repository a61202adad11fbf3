import { newLinkToken } from "#server/auth/link-token.ts";
import { sha256 } from "#server/auth/secrets.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { lockInTransaction } from "#server/database/lock-in-transaction.ts";
import { Failure, notFound } from "#shared/errors.ts";
import { placeFor } from "./places.ts";

type PlaceLink = { id: number; placeId: number; createdAt: string };

const limit = 20;
const columns = ["id", "placeId", "createdAt"] as const;

/** Links that show some data of a place to anyone who has them. Only a hash of their token is stored. */
export function placeLinks({ table, noun }: { table: "displays" | "calendarFeeds"; noun: string }) {
  // Both tables have the same columns; a calendar link may be a doctor's instead of a place's.
  const name = table as "displays";

  const list = (clinic: ClinicScope): Promise<PlaceLink[]> =>
    clinic.db.selectFrom(name).select(columns).where("clinicId", "=", clinic.id).orderBy("id").execute();

  const insert = (
    clinic: ClinicScope,
    { placeId, practitionerId }: { placeId?: number | undefined; practitionerId?: number | undefined },
    now: Date,
  ): Promise<PlaceLink & { token: string }> =>
    clinic.transaction(async (joined) => {
      await lockInTransaction(joined, table);
      if ((await list(joined)).length >= limit)
        throw new Failure("unusable", `A clinic has at most ${limit} ${noun}s. Revoke one first.`);
      const token = newLinkToken(joined.id);
      const link = await joined.db
        .insertInto(name)
        .values({
          clinicId: joined.id,
          ...(practitionerId === undefined
            ? { placeId: await placeFor(joined, placeId) }
            : ({ placeId: null, practitionerId } as unknown as { placeId: number })),
          tokenHash: sha256(token),
          createdById: joined.userId,
          createdAt: now.toISOString(),
        })
        .returning(columns)
        .executeTakeFirstOrThrow();
      return { ...link, token };
    });

  const remove = async (clinic: ClinicScope, id: number): Promise<{ id: number }> => {
    return clinic.db
      .deleteFrom(name)
      .where("clinicId", "=", clinic.id)
      .where("id", "=", id)
      .returning("id")
      .executeTakeFirstOrThrow(() => notFound("Link"));
  };

  return { list, insert, remove };
}
