import { sql } from "kysely";
import type { Notification } from "#features/notifications/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { shapedQuery } from "#server/database/shaped-query.ts";
import { notFound } from "#shared/errors.ts";
import { NOTICES_KEPT } from "#shared/notices.ts";

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

const newestOwn = shapedQuery((db, { clinicId, userId }: { clinicId: number; userId: number }) =>
  db
    .selectFrom("notifications")
    .select(columns)
    .where("clinicId", "=", clinicId)
    .where("userId", "=", userId)
    .orderBy("id", "desc")
    .limit(sql.lit(NOTICES_KEPT)),
);
type Row = Awaited<ReturnType<typeof newestOwn>>[number];

const asNotification = ({ createdAt, readAt, type, actionData, ...row }: Row): Notification => ({
  ...row,
  type: type as Notification["type"],
  timestamp: createdAt,
  read: readAt !== null,
  actionData: actionData as Notification["actionData"],
});

export async function listNotifications(clinic: ClinicScope): Promise<Notification[]> {
  const rows = await newestOwn(clinic, { clinicId: clinic.id, userId: clinic.userId });
  return rows.map(asNotification);
}

export async function markRead(clinic: ClinicScope, id: number, now: Date): Promise<Notification> {
  const row = await clinic.db
    .updateTable("notifications")
    .set({ readAt: sql<string>`coalesce(read_at, ${now.toISOString()}::timestamptz)` })
    .where("clinicId", "=", clinic.id)
    .where("userId", "=", clinic.userId)
    .where("id", "=", id)
    .returning(columns)
    .executeTakeFirst();
  if (!row) throw notFound("Notification");
  return asNotification(row);
}

export async function markAllRead(clinic: ClinicScope, now: Date): Promise<{ read: number }> {
  const { numUpdatedRows } = await clinic.db
    .updateTable("notifications")
    .set({ readAt: now.toISOString() })
    .where("clinicId", "=", clinic.id)
    .where("userId", "=", clinic.userId)
    .where("readAt", "is", null)
    .executeTakeFirstOrThrow();
  return { read: Number(numUpdatedRows) };
}

export async function deleteNotification(clinic: ClinicScope, id: number): Promise<{ id: number }> {
  const row = await clinic.db
    .deleteFrom("notifications")
    .where("clinicId", "=", clinic.id)
    .where("userId", "=", clinic.userId)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  if (!row) throw notFound("Notification");
  return row;
}
