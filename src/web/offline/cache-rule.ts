/** What may differ in the question, and whether the answer is of the kind whose age a reader must know. */
type Rule = { query: readonly string[]; isRecord: boolean };

const setup: Rule = { query: [], isRecord: false };
const record: Rule = { query: [], isRecord: true };
const firstPage: Rule = { query: ["limit"], isRecord: true };

/**
 * The GET calls whose answers are kept for reading without a connection, by their paths in the contracts; whatever is
 * not named here is not kept. Of lists the first page only, and nothing that was searched for: a question is never
 * typed text.
 */
export const cachedPaths: Record<string, Rule> = {
  "/api/auth/me": setup,
  "/api/auth/draft-key": setup,
  "/api/clinic/settings": setup,
  "/api/clinic/custom-fields": setup,
  "/api/prescribing-physician": setup,
  "/api/dashboard/stats": record,
  "/api/consultations/today": record,
  "/api/tasks": { query: ["limit", "status"], isRecord: true },
  "/api/patients": { query: ["limit", "sort"], isRecord: true },
  "/api/patients/counts": record,
  "/api/patients/:id": record,
  "/api/patients/:id/consultations": firstPage,
  "/api/patients/:id/consultation-records": firstPage,
  "/api/patients/:id/prescriptions": firstPage,
  "/api/patients/:id/vitals": record,
  "/api/patients/:id/vital-signs": firstPage,
};

/** Patients whose records are kept; of more, those that were read longest ago go. */
export const patientsAtMost = 50;

const queryOf = (address: string) => [...new URLSearchParams(address.split("?")[1] ?? "").keys()];

export function isCached(path: string, address: string): boolean {
  const rule = cachedPaths[path];
  return rule !== undefined && queryOf(address).every((name) => rule.query.includes(name));
}

/** Is this what a reader takes for the state of a patient or the day? */
export const isRecord = (path = ""): boolean => cachedPaths[path]?.isRecord === true;

/** The patient that an answer is about; null for lists and the clinic's own. */
export function patientOf(path: string, address: string): number | null {
  if (!path.startsWith("/api/patients/:id")) return null;
  return Number(address.split(/[/?]/)[3]);
}

/** The patients to forget, when these answers about patients are kept. */
export function tooMany(answers: readonly { patientId: number | null; readAt: number }[]): number[] {
  const lastRead = new Map<number, number>();
  for (const { patientId, readAt } of answers)
    if (patientId !== null) lastRead.set(patientId, Math.max(readAt, lastRead.get(patientId) ?? 0));
  const newestFirst = [...lastRead].sort(([, one], [, other]) => other - one);
  return newestFirst.slice(patientsAtMost).map(([id]) => id);
}

/** Whose answers they are, and for how long. Times in milliseconds. */
export type Holder = {
  /** What the session's key says of itself: another session's answers cannot be read. */
  mark: string;
  userId: number;
  clinicId: number;
  isStaffMode: boolean;
  /** Role and permissions. With fewer rights nothing that the former ones had shown may stay. */
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

/** Milliseconds for which kept answers may still be read; none where the clock was set back. */
export function timeLeft({ since, usedAt, idleMs, lifeMs }: Holder, now: number): number {
  const slack = 60_000;
  if (now < usedAt - slack) return 0;
  return Math.max(0, Math.min(usedAt + idleMs, since + lifeMs) - now);
}

/** `7200/43200`, as the server says it; what it does not say is no time at all. */
export function readSessionTime(header: string | null): { idleMs: number; lifeMs: number } {
  const [idle = 0, life = 0] = (header ?? "").split("/").map((seconds) => Number(seconds) || 0);
  return { idleMs: idle * 1000, lifeMs: life * 1000 };
}
