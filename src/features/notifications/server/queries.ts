import { type Kysely, sql } from "kysely";
import type { Notification } from "#features/notifications/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import type { Database } from "#server/database/db.types.ts";
import { rowVersion, takeVersion, versionColumn, versionOfAll } from "#server/database/row-versions.ts";
import { shapedQuery } from "#server/database/shaped-query.ts";
import { notFound } from "#shared/errors.ts";
import { MAX_NOTICES } from "#shared/notices.ts";

const columns = [
  "id",
  "type",
  "title",
  "message",
  "createdAt",
  "readAt",
  "actionType",
  "actionData",
] as const;

type Whose = { clinicId: number; userId: number };

const versionOfNotice = rowVersion(["notifications"]);

const newest = (db: Kysely<Database>, { clinicId, userId }: Whose) =>
  db
    .selectFrom("notifications")
    .where("clinicId", "=", clinicId)
    .where("userId", "=", userId)
    .orderBy("id", "desc")
    .limit(sql.lit(MAX_NOTICES));

const newestOwn = shapedQuery((db, whose: Whose) =>
  newest(db, whose).select(columns).select(versionColumn(versionOfNotice)),
);
const versionOfNewest = shapedQuery((db, whose: Whose) =>
  db
    .selectFrom(newest(db, whose).select(versionOfNotice.as("version")).as("newest"))
    .select(versionOfAll(sql.ref("newest.version")).as("rows")),
);
type Row = Omit<Awaited<ReturnType<typeof newestOwn>>[number], "rowVersion">;

const asNotification = ({ createdAt, readAt, type, actionData, ...row }: Row): Notification => ({
  ...row,
  type: type as Notification["type"],
  timestamp: createdAt,
  read: readAt !== null,
  actionData: actionData as Notification["actionData"],
});

/** Increase it when the shape of the response changes. */
const edition = 1;

const versionOf = ({ userId }: ClinicScope, rows: string) => [edition, userId, rows].join(".");

export async function listNotifications(
  clinic: ClinicScope,
): Promise<{ notifications: Notification[]; version: string }> {
  const read = await newestOwn(clinic, { clinicId: clinic.id, userId: clinic.userId });
  const { rows, version } = takeVersion(read);
  return { notifications: rows.map(asNotification), version: versionOf(clinic, version) };
}

/** The version of the response of `listNotifications`. */
export async function versionOfNotifications(clinic: ClinicScope): Promise<string> {
  const [found] = await versionOfNewest(clinic, { clinicId: clinic.id, userId: clinic.userId });
  return versionOf(clinic, found?.rows ?? "");
}

export async function markRead(clinic: ClinicScope, id: number, now: Date): Promise<Notification> {
  const row = await clinic.db
    .updateTable("notifications")
    .set({ readAt: sql<string>`coalesce(read_at, ${now.toISOString()}::timestamptz)` })
    .where("clinicId", "=", clinic.id)
    .where("userId", "=", clinic.userId)
    .where("id", "=", id)
    .returning(columns)
    .executeTakeFirstOrThrow(() => notFound("Notification"));
  return asNotification(row);
}

/** `upTo`: the newest that the user has seen; a later one stays unread. */
export async function markAllRead(
  clinic: ClinicScope,
  upTo: number | undefined,
  now: Date,
): Promise<{ read: number }> {
  const { numUpdatedRows } = await clinic.db
    .updateTable("notifications")
    .set({ readAt: now.toISOString() })
    .where("clinicId", "=", clinic.id)
    .where("userId", "=", clinic.userId)
    .where("readAt", "is", null)
    .$if(upTo !== undefined, (query) => query.where("id", "<=", upTo ?? 0))
    .executeTakeFirstOrThrow();
  return { read: Number(numUpdatedRows) };
}

export async function deleteNotification(clinic: ClinicScope, id: number): Promise<{ id: number }> {
  return clinic.db
    .deleteFrom("notifications")
    .where("clinicId", "=", clinic.id)
    .where("userId", "=", clinic.userId)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirstOrThrow(() => notFound("Notification"));
}
