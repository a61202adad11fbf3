import { isVitalsAlone } from "#features/consultations/rules.ts";
import type { TimelineVisit } from "#features/timeline/contract.ts";
import { spanInWords } from "#shared/clinical/age.ts";
import { visitStateLabels } from "#shared/clinical/visit-states.ts";
import { addDays, formatDay, shortDay } from "#shared/formats/dates.ts";

/** "Today" with the day, "Yesterday", or the day and how long ago it was. */
export function whenWords(day: string, today: string): { when: string; ago: string | null } {
  if (day === today) return { when: "Today", ago: shortDay(day, today) };
  if (day > today) return { when: formatDay(day), ago: null };
  return {
    when: formatDay(day),
    ago: day === addDays(today, -1) ? "yesterday" : `${spanInWords(day, today)} ago`,
  };
}

/** The diagnosis, or what else the visit is known by. */
export function titleOf({ consultation, queue }: TimelineVisit): string {
  if (consultation)
    return consultation.diagnosis ?? (isVitalsAlone(consultation) ? "Vital signs recorded" : "No diagnosis");
  if (!queue) return "Nothing written";
  if (queue.isOpen) return `${visitStateLabels[queue.state]}, nothing written yet`;
  return queue.purpose === "results"
    ? "Came for results"
    : `${visitStateLabels[queue.state]}, nothing written`;
}

/** Treatment and medicines line by line, then the follow-up date. */
export function planLines({ consultation }: TimelineVisit): string[] {
  if (!consultation) return [];
  const { treatment, medications, followUpDate } = consultation;
  const typed = [treatment, medications].flatMap((text) => text?.split("\n") ?? []);
  const lines = typed.map((line) => line.trim().replace(/^[-•*]\s+/, "")).filter(Boolean);
  return [...new Set(lines), ...(followUpDate ? [`Follow-up ${formatDay(followUpDate)}`] : [])];
}

/** Whether anything came of a visit. */
export const hasComeOfIt = ({ prescriptions, papers, results, bills, followUps }: TimelineVisit): boolean =>
  [prescriptions, papers, results, bills, followUps].some(({ length }) => length > 0);
