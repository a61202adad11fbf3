/** Allowed query parameters, and whether the answer is a record whose age must be shown. */
type Rule = { query: readonly string[]; isRecord: boolean };

const setup: Rule = { query: [], isRecord: false };
const record: Rule = { query: [], isRecord: true };
const firstPage: Rule = { query: ["limit"], isRecord: true };

/**
 * The GET endpoints whose answers are cached for reading without a connection, by contract path; others are not
 * cached. Only the first page of lists, and no searches, so that no typed text is stored.
 */
export const cachedPaths: Record<string, Rule> = {
  "/api/auth/me": setup,
  "/api/auth/draft-key": setup,
  "/api/clinic/settings": setup,
  "/api/clinic/setup-steps": setup,
  "/api/clinic/custom-fields": setup,
  "/api/prescribing-physician": setup,
  "/api/places": setup,
  "/api/quick-texts": setup,
  "/api/dashboard/stats": record,
  "/api/consultations/today": { query: ["limit"], isRecord: true },
  "/api/appointments": { query: ["from", "to", "placeId"], isRecord: true },
  "/api/days-off": { query: ["from"], isRecord: false },
  "/api/visits": { query: ["placeId"], isRecord: true },
  "/api/visits/unfinished": record,
  "/api/visits/vital-signs": record,
  "/api/recalls": record,
  "/api/tasks": { query: ["limit", "status"], isRecord: true },
  "/api/patients": { query: ["limit", "sort"], isRecord: true },
  "/api/patients/counts": record,
  "/api/patients/:id": record,
  "/api/patients/:id/summary": record,
  "/api/patients/:id/head": record,
  "/api/patients/:id/timeline": firstPage,
  "/api/patients/:id/allergies": record,
  "/api/patients/:id/no-known-allergies": record,
  "/api/patients/:id/problems": record,
  "/api/patients/:id/medicines": record,
  "/api/patients/:id/alerts": record,
  "/api/patients/:id/consultations": firstPage,
  "/api/patients/:id/consultation-records": firstPage,
  "/api/patients/:id/prescriptions": { query: ["limit", "withdrawn"], isRecord: true },
  "/api/patients/:id/vitals": record,
  "/api/patients/:id/appointments": record,
  "/api/patients/:id/reminders": record,
  "/api/patients/:id/visits": firstPage,
  "/api/patients/:id/vital-signs": firstPage,
  "/api/patients/:id/results": firstPage,
  "/api/patients/:id/papers": firstPage,
  "/api/patients/:id/growth": record,
  "/api/patients/:id/immunizations": record,
  "/api/patients/:id/household": record,
  "/api/patients/:id/pregnancies": record,
  "/api/patients/:id/pregnancies/:rowId/visits": record,
  "/api/pregnancies/due": { query: ["weeks", "limit"], isRecord: true },
  "/api/growth/curve": { query: ["indicator", "sex", "from", "to"], isRecord: false },
};

/** Patients whose records are cached; beyond that the least recently read are removed. */
export const patientsAtMost = 50;

const queryOf = (address: string) => [...new URLSearchParams(address.split("?")[1] ?? "").keys()];

export function isCached(path: string, address: string): boolean {
  const rule = cachedPaths[path];
  return rule !== undefined && queryOf(address).every((name) => rule.query.includes(name));
}

/** Whether readers take it for the state of a patient or the day. */
export const isRecord = (path = ""): boolean => cachedPaths[path]?.isRecord === true;

/** The patient that a response is about; null for lists and the clinic's own. */
export function patientOf(path: string, address: string): number | null {
  if (!path.startsWith("/api/patients/:id")) return null;
  return Number(address.split(/[/?]/)[3]);
}

/** The patients to remove, given all cached responses about patients. */
export function tooMany(answers: readonly { patientId: number | null; readAt: number }[]): number[] {
  const lastRead = new Map<number, number>();
  for (const { patientId, readAt } of answers)
    if (patientId !== null) lastRead.set(patientId, Math.max(readAt, lastRead.get(patientId) ?? 0));
  const newestFirst = [...lastRead].sort(([, one], [, other]) => other - one);
  return newestFirst.slice(patientsAtMost).map(([id]) => id);
}

/** Whose responses they are, and for how long. Times in milliseconds. */
export type Holder = {
  /** Identifies the session's key: another session's responses cannot be decrypted. */
  mark: string;
  userId: number;
  clinicId: number;
  isStaffMode: boolean;
  /** Role and permissions. After a right is revoked, nothing that it had shown may stay. */
  rights: string;
  since: number;
  usedAt: number;
  idleMs: number;
  lifeMs: number;
};

type Whose = Pick<Holder, "mark" | "userId" | "clinicId" | "isStaffMode" | "rights">;
const bound = ["mark", "userId", "clinicId", "isStaffMode", "rights"] as const;

export const isSameHolder = (one: Whose, other: Whose): boolean =>
  bound.every((field) => one[field] === other[field]);

/** When cached answers are no longer readable. */
export const endOf = ({ since, usedAt, idleMs, lifeMs }: Holder): number =>
  Math.min(usedAt + idleMs, since + lifeMs);

/** Milliseconds for which cached answers may still be read; 0 if the clock was set back. */
export function timeLeft(holder: Holder, now: number): number {
  const slack = 60_000;
  if (now < holder.usedAt - slack) return 0;
  return Math.max(0, endOf(holder) - now);
}

/** Parses the server's `7200/43200`; missing parts are 0. */
export function readSessionTime(header: string | null): { idleMs: number; lifeMs: number } {
  const [idle = 0, life = 0] = (header ?? "").split("/").map((seconds) => Number(seconds) || 0);
  return { idleMs: idle * 1000, lifeMs: life * 1000 };
}
