import {
  admissionStatuses,
  type PatientFilter,
  patientStatuses,
  paymentStatuses,
} from "#features/patients/contract.ts";
import { formatDay, isCalendarDay } from "#shared/formats/dates.ts";

/** The router parses `?q=20261120` as a number. */
const text = (value: unknown): string | undefined =>
  ["string", "number", "boolean"].includes(typeof value)
    ? String(value).slice(0, 200) || undefined
    : undefined;
const oneOf = <const Word extends string>(words: readonly Word[], value: unknown): Word | undefined =>
  words.find((word) => word === value);
const day = (value: unknown): string | undefined =>
  typeof value === "string" && isCalendarDay(value) ? value : undefined;

/**
 * The search parameters of the patient list. Unknown ones are ignored. Parsed by hand, since zod would otherwise be
 * loaded for this alone.
 */
export function readPatientSearch(raw: unknown) {
  const { q, view, status, payment, sort, diagnosis, consultation, stage, from, to } = (
    typeof raw === "object" && raw !== null ? raw : {}
  ) as Record<string, unknown>;
  return {
    view: oneOf(["active", "archived"], view),
    q: text(q),
    status: oneOf(admissionStatuses, status),
    payment: oneOf(paymentStatuses, payment),
    sort: oneOf(["newest", "name-asc", "name-desc", "hospital-asc", "hospital-desc"], sort),
    diagnosis: text(diagnosis),
    consultation: oneOf(["pending", "completed"], consultation),
    stage: oneOf(patientStatuses, stage),
    from: day(from),
    // Backwards it is refused, so an address that says so has no last day.
    to: from && to && String(to) < String(from) ? undefined : day(to),
  };
}
export type PatientSearch = Partial<ReturnType<typeof readPatientSearch>>;

export const asQuery = (search: PatientSearch): PatientFilter => ({
  search: search.q,
  status: search.status,
  payment: search.payment,
  diagnosis: search.diagnosis,
  consultationStatus: search.consultation,
  patientStatus: search.stage,
  from: search.from,
  to: search.to,
  sort: search.sort,
});

export const noFilters = {
  q: undefined,
  status: undefined,
  payment: undefined,
  diagnosis: undefined,
  consultation: undefined,
  stage: undefined,
  from: undefined,
  to: undefined,
} as const satisfies Partial<PatientSearch>;

/** The labels of the Advanced Filters: a patient who was not seen yet has a pending consultation. */
export const consultationWords = { pending: "Not Seen", completed: "Seen" } as const;

type ActiveFilter = { label: string; clear: Partial<PatientSearch> };

/** The active filters, each with its chip's text and a function that removes it. */
export function activeFilters(search: PatientSearch): ActiveFilter[] {
  const on: ActiveFilter[] = [];
  if (search.q) on.push({ label: `“${search.q}”`, clear: { q: undefined } });
  if (search.status) on.push({ label: search.status, clear: { status: undefined } });
  if (search.payment) on.push({ label: `Payment ${search.payment}`, clear: { payment: undefined } });
  if (search.stage) on.push({ label: search.stage, clear: { stage: undefined } });
  if (search.diagnosis)
    on.push({ label: `Diagnosis “${search.diagnosis}”`, clear: { diagnosis: undefined } });
  if (search.consultation)
    on.push({
      label: `Consultation ${consultationWords[search.consultation]}`,
      clear: { consultation: undefined },
    });
  if (search.from || search.to)
    on.push({ label: rangeWords(search.from, search.to), clear: { from: undefined, to: undefined } });
  return on;
}

/** "Nov 8 to Nov 20, 2026"; the first year only when it differs. */
function rangeWords(from: string | undefined, to: string | undefined): string {
  if (!from) return to ? `Until ${formatDay(to)}` : "";
  if (!to) return `From ${formatDay(from)}`;
  if (from === to) return formatDay(from);
  const start =
    from.slice(0, 4) === to.slice(0, 4) ? formatDay(from).replace(/, \d{4}$/, "") : formatDay(from);
  return `${start} to ${formatDay(to)}`;
}

/** Whether an advanced filter is set that the bar above the list does not show. */
export const hasAdvanced = (search: PatientSearch): boolean =>
  Boolean(search.diagnosis || search.consultation || search.from || search.to);
