import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { manilaDay, weekOf } from "#shared/formats/dates.ts";
import { type Access, can } from "#shared/permissions.ts";
import type { Kit } from "../kit.ts";
import { readUsableSession } from "./admit.ts";
import { inAttribute } from "./html-text.ts";

/** A call that a first screen begins with. These words in its address stand for what is known with the request. */
export type FirstCall = { address: string; access: Access };
export const firstCallWord = {
  today: "TODAY",
  monday: "MONDAY",
  sunday: "SUNDAY",
  /** Whose record the address opens. */
  patient: "PATIENT",
};

/** ms. A page needs no database: where it is slow or gone, the page comes without its calls. */
const mostToWait = 300;

/** A signed-in page begins the calls of its first screen while its code is still under way. */
export async function readFirstCalls(kit: Kit, folder: string) {
  const file = `${folder}first-calls.js`;
  const script = existsSync(file) ? await readFile(file, "utf8") : "";
  const source = `'sha256-${hash("sha256", script, "base64")}'`;
  return {
    /** The script with what this session may call; empty where that is nothing. */
    async tagFor(request: FastifyRequest, calls: readonly FirstCall[]): Promise<string> {
      const addresses = script && calls.length > 0 ? await addressesToCall(kit, request, calls) : [];
      if (addresses.length === 0) return "";
      return `<script data-calls="${inAttribute(addresses.join(" "))}">${script}</script>`;
    },
    /** The policy of a page with that script in it, and no other. */
    policyIn: (reply: FastifyReply): string =>
      String(reply.getHeader("content-security-policy")).replace("script-src 'self'", `$& ${source}`),
  };
}

async function addressesToCall(
  kit: Kit,
  request: FastifyRequest,
  calls: readonly FirstCall[],
): Promise<string[]> {
  const session = await Promise.race([
    readUsableSession(kit, request).catch(() => null),
    new Promise<null>((resolve) => setTimeout(resolve, mostToWait, null).unref()),
  ]);
  if (!session) return [];
  const { patient } = request.query as { patient?: unknown };
  const id = typeof patient === "string" && /^\d{1,15}$/.test(patient) ? patient : null;
  const today = manilaDay(kit.now());
  const week = weekOf(today);
  const [monday, sunday] = [week[0] ?? today, week.at(-1) ?? today];
  return calls
    .filter(
      ({ access, address }) =>
        can(session, access) && (id !== null || !address.includes(firstCallWord.patient)),
    )
    .map(({ address }) =>
      address
        .replaceAll(firstCallWord.today, today)
        .replaceAll(firstCallWord.monday, monday)
        .replaceAll(firstCallWord.sunday, sunday)
        .replaceAll(firstCallWord.patient, id ?? ""),
    );
}
