import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { addDays, manilaDay, weekOf } from "#shared/formats/dates.ts";
import { type Access, can } from "#shared/permissions.ts";
import type { Kit } from "../kit.ts";
import { readUsableSession } from "./admit.ts";
import { htmlText } from "./html-text.ts";

/** A call that a first screen starts with. The words below are placeholders in its address, filled in per request. */
export type FirstCall = { address: string; access: Access };
export const firstCallWord = {
  today: "TODAY",
  weekStart: "WEEKSTART",
  beforeWeek: "BEFOREWEEK",
  weekEnd: "WEEKEND",
  /** The patient whose record the page is. */
  patient: "PATIENT",
};

/** A page needs no database: if it is slow or unreachable, the page is sent without calls. */
const timeoutMs = 300;

/** A signed-in page starts the calls of its first screen while its code is still loading. */
export async function readFirstCalls(kit: Kit, folder: string) {
  const file = `${folder}first-calls.js`;
  const script = existsSync(file) ? await readFile(file, "utf8") : "";
  const source = `'sha256-${hash("sha256", script, "base64")}'`;
  return {
    /** The script with the calls that this session may make, or nothing. */
    async tagFor(
      request: FastifyRequest,
      calls: readonly FirstCall[],
      patientId: number | undefined,
    ): Promise<string> {
      const addresses =
        script && calls.length > 0 ? await addressesToCall(kit, request, calls, patientId) : [];
      if (addresses.length === 0) return "";
      return `<script data-calls="${htmlText(addresses.join(" "))}">${script}</script>`;
    },
    /** The policy of a page that contains the script. */
    policyIn: (reply: FastifyReply): string =>
      String(reply.getHeader("content-security-policy")).replace("script-src 'self'", `$& ${source}`),
  };
}

async function addressesToCall(
  kit: Kit,
  request: FastifyRequest,
  calls: readonly FirstCall[],
  patientId: number | undefined,
): Promise<string[]> {
  const session = await Promise.race([
    readUsableSession(kit, request).catch(() => null),
    new Promise<null>((resolve) => setTimeout(resolve, timeoutMs, null).unref()),
  ]);
  if (!session) return [];
  const today = manilaDay(kit.now());
  const week = weekOf(today);
  const [weekStart, weekEnd] = [week[0] ?? today, week.at(-1) ?? today];
  return calls
    .filter(
      ({ access, address }) =>
        can(session, access) && (patientId !== undefined || !address.includes(firstCallWord.patient)),
    )
    .map(({ address }) =>
      address
        .replaceAll(firstCallWord.today, today)
        .replaceAll(firstCallWord.weekStart, weekStart)
        .replaceAll(firstCallWord.beforeWeek, addDays(weekStart, -1))
        .replaceAll(firstCallWord.weekEnd, weekEnd)
        .replaceAll(firstCallWord.patient, String(patientId)),
    );
}
