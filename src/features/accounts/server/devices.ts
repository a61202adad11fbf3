import type { FastifyReply } from "fastify";
import type * as z from "zod/mini";
import { deviceInWords } from "#server/auth/device-in-words.ts";
import { sha256 } from "#server/auth/secrets.ts";
import { sentDevice } from "#server/auth/session.ts";
import type { FunctionRow } from "#server/database/database-functions.ts";
import { fromCursor } from "#server/http/cursor.ts";
import { sendPage } from "#server/http/paging.ts";
import type { Kit } from "#server/kit.ts";
import { notFound } from "#shared/errors.ts";
import type { Device, SignInEntry, SignInsQuery, SignInWay } from "../security-contract.ts";
import type { SessionContext } from "./sign-in-context.ts";

type SessionRow = FunctionRow<"sessionsOfStaff"> | (FunctionRow<"sessionsOfUser"> & { userName: null });

const deviceOf = (row: SessionRow, isThis: boolean): z.output<typeof Device> => ({
  id: row.id,
  device: deviceInWords(row.userAgent),
  address: row.address,
  userName: row.userName,
  signedInAt: row.createdAt,
  lastUsedAt: row.lastSeenAt,
  isThis,
});

export async function ownDevices({ kit, now, session }: SessionContext) {
  const rows = await kit.databases.functions.rows("sessionsOfUser", { user: session.userId, at: now });
  return rows.map((row) =>
    deviceOf({ ...row, userName: null }, Buffer.compare(row.tokenHash, session.tokenHash) === 0),
  );
}

export async function staffDevices({ databases }: Kit, now: Date, clinicId: number) {
  const rows = await databases.functions.rows("sessionsOfStaff", { clinic: clinicId, at: now });
  return rows.map((row) => deviceOf(row, false));
}

export async function endOwnDevice({ kit, session }: SessionContext, id: number) {
  const isEnded = await kit.databases.functions.value("endOwnSession", { user: session.userId, id });
  if (!isEnded) throw notFound("Device");
  return { message: "Logged out" };
}

/** This device, if it was remembered, stays remembered. */
export async function endOtherDevices({ kit: { databases }, session, request }: SessionContext) {
  const device = sentDevice(request);
  await databases.functions.value("endSessionsOf", { user: session.userId, except: session.tokenHash });
  await databases.functions.value("forgetOtherDevices", {
    user: session.userId,
    except: device ? sha256(device) : null,
  });
  return { message: "Logged out" };
}

export async function endStaffDevice({ databases }: Kit, clinicId: number, id: number) {
  const isEnded = await databases.functions.value("endStaffSession", { clinic: clinicId, id });
  if (!isEnded) throw notFound("Device");
  return { message: "Logged out" };
}

type Whose = { of: "user" | "clinic"; id: number } | { of: "all" };

/** Newest first, a page at a time. */
export async function listSignIns(
  { databases }: Kit,
  reply: FastifyReply,
  whose: Whose,
  query: z.output<typeof SignInsQuery>,
): Promise<z.output<typeof SignInEntry>[]> {
  const limit = query.limit ?? 20;
  const [before = Number.MAX_SAFE_INTEGER] =
    query.cursor === undefined ? [] : fromCursor(query.cursor, ["number"]);
  const page = { before, limit: limit + 1 };
  const rows =
    whose.of === "all"
      ? await databases.functions.rows("signInsOfAll", page)
      : whose.of === "clinic"
        ? await databases.functions.rows("signInsOfClinic", { clinic: whose.id, ...page })
        : await databases.functions.rows("signInsOfUser", { user: whose.id, ...page });
  const entries = rows.map((row) => ({
    id: row.id,
    at: row.at,
    userName: row.userName,
    clinicName: row.clinicName,
    device: deviceInWords(row.userAgent),
    address: row.address,
    way: row.way as SignInWay,
    isRight: row.isRight,
    waitsForCode: row.waitsForCode,
  }));
  return sendPage(reply, entries, limit, (entry) => [entry.id]);
}
