import type { FastifyReply } from "fastify";
import type * as z from "zod/mini";
import { fromCursor } from "#server/cursor.ts";
import { deviceInWords } from "#server/device-in-words.ts";
import type { Kit } from "#server/kit.ts";
import { sendPage } from "#server/paging.ts";
import { type Session, sha256 } from "#server/session.ts";
import { notFound } from "#shared/errors.ts";
import type { Device, SignInEntry, SignInsQuery, SignInWay } from "../contract.ts";

type SessionRow = {
  id: number;
  user_name?: string;
  token_hash?: Buffer;
  user_agent: string | null;
  address: string | null;
  created_at: string;
  last_seen_at: string;
};

const deviceOf = (row: SessionRow, isThis: boolean): z.output<typeof Device> => ({
  id: row.id,
  device: deviceInWords(row.user_agent),
  address: row.address,
  userName: row.user_name ?? null,
  signedInAt: row.created_at,
  lastUsedAt: row.last_seen_at,
  isThis,
});

export async function ownDevices({ databases }: Kit, now: Date, session: Session) {
  const rows = await databases.narrow.rows<SessionRow>("sessions_of_user", [session.userId, now]);
  return rows.map((row) =>
    deviceOf(row, row.token_hash !== undefined && Buffer.compare(row.token_hash, session.tokenHash) === 0),
  );
}

export async function staffDevices({ databases }: Kit, now: Date, clinicId: number) {
  const rows = await databases.narrow.rows<SessionRow>("sessions_of_staff", [clinicId, now]);
  return rows.map((row) => deviceOf(row, false));
}

export async function endOwnDevice({ databases }: Kit, session: Session, id: number) {
  const [row] = await databases.narrow.rows<{ end_own_session: boolean }>("end_own_session", [
    session.userId,
    id,
  ]);
  if (!row?.end_own_session) throw notFound("Device");
  return { message: "Signed out" };
}

/** @param device the one in use, which goes on without a second step if it was chosen to be remembered */
export async function endOtherDevices({ databases }: Kit, session: Session, device: string | null) {
  await databases.narrow.rows("end_sessions_of", [session.userId, session.tokenHash]);
  await databases.narrow.rows("forget_other_devices", [session.userId, device && sha256(device)]);
  return { message: "Signed out" };
}

export async function endStaffDevice({ databases }: Kit, clinicId: number, id: number) {
  const [row] = await databases.narrow.rows<{ end_staff_session: boolean }>("end_staff_session", [
    clinicId,
    id,
  ]);
  if (!row?.end_staff_session) throw notFound("Device");
  return { message: "Signed out" };
}

type SignInRow = {
  id: number;
  at: string;
  user_name: string | null;
  clinic_name: string | null;
  address: string;
  user_agent: string | null;
  way: SignInWay;
  is_right: boolean;
  waits_for_code: boolean;
};

type Whose =
  | { list: "sign_ins_of_user" | "sign_ins_of_clinic"; id: number }
  | { list: "sign_ins_of_all"; id?: undefined };

/** Newest first, a page at a time. */
export async function listSignIns(
  { databases }: Kit,
  reply: FastifyReply,
  { list, id }: Whose,
  query: z.output<typeof SignInsQuery>,
): Promise<z.output<typeof SignInEntry>[]> {
  const limit = query.limit ?? 20;
  const [before = Number.MAX_SAFE_INTEGER] =
    query.cursor === undefined ? [] : fromCursor(query.cursor, ["number"]);
  const rows = await databases.narrow.rows<SignInRow>(list, [
    ...(id === undefined ? [] : [id]),
    before,
    limit + 1,
  ]);
  const entries = rows.map((row) => ({
    id: row.id,
    at: row.at,
    userName: row.user_name,
    clinicName: row.clinic_name,
    device: deviceInWords(row.user_agent),
    address: row.address,
    way: row.way,
    isRight: row.is_right,
    waitsForCode: row.waits_for_code,
  }));
  return sendPage(reply, entries, limit, (entry) => [entry.id]);
}
