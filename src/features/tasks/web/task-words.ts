import type { Assignee, Task, TaskPriority } from "#features/tasks/contract.ts";
import { formatDay, formatInstant, manilaClock, manilaDay } from "#shared/formats/dates.ts";
import type { Tone } from "#web/ui/Badge.tsx";

/** A day without a time is due until its last minute. */
export const END_OF_DAY = "23:59";

/** The clock in Manila, "14:30". */
export const clockOf = (instant: string): string => manilaClock(new Date(instant)).slice(0, 5);

/** "Nov 20, 2026, 2:30 PM", or only the day when no time was given. */
export const dueInWords = (dueDate: string): string =>
  clockOf(dueDate) === END_OF_DAY ? formatDay(manilaDay(new Date(dueDate))) : formatInstant(dueDate);

const midnight = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** Days from today to the task's day in Manila; negative once that has passed. */
const daysUntil = (dueDate: string, today: string): number =>
  (midnight(manilaDay(new Date(dueDate))) - midnight(today)) / 86_400_000;

/** "Due today", "Due tomorrow", "Due in 6 days", "Overdue by 2 days", "No due date". `today`: the day in Manila. */
export function dueLabel(dueDate: string | null, today: string): string {
  if (dueDate === null) return "No due date";
  const days = daysUntil(dueDate, today);
  if (days === 0) return "Due today";
  if (days === 1) return "Due tomorrow";
  if (days > 1) return `Due in ${days} days`;
  return days === -1 ? "Overdue by 1 day" : `Overdue by ${-days} days`;
}

export function dueTone(dueDate: string | null, today: string): Tone {
  if (dueDate === null) return "quiet";
  const days = daysUntil(dueDate, today);
  return days < 0 ? "bad" : days === 0 ? "warn" : "quiet";
}

/** High red, Medium yellow, Low green. */
export const priorityTone: Record<TaskPriority, Tone> = { High: "bad", Medium: "warn", Low: "ok" };

export const nameOf = ({ firstName, lastName }: Assignee): string => `${firstName} ${lastName}`.trim();

/** "Marites B.", for narrow columns. */
export const shortNameOf = ({ firstName, lastName }: Assignee): string =>
  firstName && lastName ? `${firstName} ${lastName.slice(0, 1)}.` : firstName || lastName;

/** Whoever has no active account any more will not do it. */
export const assigneeOf = ({ assignedTo }: Task, isBrief: boolean): string =>
  assignedTo
    ? (isBrief ? shortNameOf(assignedTo) : nameOf(assignedTo)) + (assignedTo.isActive ? "" : " (inactive)")
    : "Unassigned";
