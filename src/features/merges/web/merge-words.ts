import type { MergePreview, MovedKind } from "#features/merges/contract.ts";
import { formatCount } from "#shared/formats/counts.ts";
import { formatLongDay, manilaDay } from "#shared/formats/dates.ts";

/** Singular and plural of each kind. */
const kinds: Record<MovedKind, readonly [one: string, several: string]> = {
  consultations: ["consultation", "consultations"],
  prescriptions: ["prescription", "prescriptions"],
  files: ["file", "files"],
  results: ["result", "results"],
  bills: ["bill", "bills"],
  visits: ["visit in the queue", "visits in the queue"],
  appointments: ["appointment", "appointments"],
  referrals: ["referral", "referrals"],
  papers: ["certificate or request", "certificates and requests"],
  fullHistories: ["full history", "full histories"],
  admissions: ["hospital stay", "hospital stays"],
  immunizations: ["vaccine dose", "vaccine doses"],
  pregnancies: ["pregnancy entry", "pregnancy entries"],
  allergies: ["allergy entry", "allergy entries"],
  problems: ["problem", "problems"],
  medicines: ["medicine", "medicines"],
  alerts: ["alert", "alerts"],
};

export const kindInWords = ({ kind, count }: MergePreview["moves"][number]): string =>
  kinds[kind][count === 1 ? 0 : 1];

export const consultationsInWords = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? "consultation" : "consultations"}`;

/** "December 23, 2026", from an instant. */
export const dayOf = (instant: string): string => formatLongDay(manilaDay(new Date(instant)));

/** "2 entries are in both records and become one each." */
export const joinedInWords = (joined: number): string =>
  joined === 1
    ? "1 entry is in both records and becomes one."
    : `${formatCount(joined)} entries are in both records and become one each.`;
