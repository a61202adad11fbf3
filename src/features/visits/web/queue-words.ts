import type { Visit } from "#features/visits/contract.ts";
import {
  isOpenVisit,
  isWaitingState,
  type VisitState,
  visitStateLabels,
} from "#shared/clinical/visit-states.ts";
import { formatClock, waitingLabel } from "#shared/formats/dates.ts";

const minute = 60_000;
/** Minutes from which a wait is highlighted. */
const LONG_WAIT = 60;

/** The closed ones are `done`, or `notSeen`: who left, did not come or cancelled. */
export type QueueGroups = Record<
  "withDoctor" | "waiting" | "forPayment" | "booked" | "done" | "notSeen",
  Visit[]
>;

/** A day's visits, in the server's order. */
export function groupsOf(visits: readonly Visit[]): QueueGroups {
  const groups: QueueGroups = {
    withDoctor: [],
    waiting: [],
    forPayment: [],
    booked: [],
    done: [],
    notSeen: [],
  };
  for (const visit of visits) groups[groupOf(visit.state)].push(visit);
  return groups;
}

function groupOf(state: VisitState): keyof QueueGroups {
  if (isWaitingState(state)) return "waiting";
  if (state === "with_doctor") return "withDoctor";
  if (state === "for_payment") return "forPayment";
  if (state === "booked" || state === "done") return state;
  return "notSeen";
}

/** When its state started; for a waiting visit, the arrival. */
function sinceOf(visit: Visit): string | null {
  if (!isOpenVisit(visit.state)) return visit.closedAt;
  if (visit.state === "with_doctor") return visit.withDoctorAt;
  return visit.state === "for_payment" ? visit.forPaymentAt : visit.arrivedAt;
}

const minutesSince = (at: string | null, now: Date) =>
  at === null ? 0 : Math.max(0, (now.getTime() - Date.parse(at)) / minute);

/** "1h 12m" in the visit's state, or waiting since the arrival. */
export const timeInState = (visit: Visit, now: Date): string =>
  waitingLabel(minutesSince(sinceOf(visit), now));

export const waitsLong = (visit: Visit, now: Date): boolean =>
  isWaitingState(visit.state) && minutesSince(visit.arrivedAt, now) >= LONG_WAIT;

/** "vitals taken", "arrived 10:04 AM", "since 10:33 AM", "left 11:15 AM". */
export function stateInWords(visit: Visit): string {
  const since = sinceOf(visit);
  const clock = since === null ? "" : ` ${formatClock(since)}`;
  if (visit.state === "vitals_taken") return "vitals taken";
  if (visit.state === "with_doctor" || visit.state === "for_payment") return `since${clock}`;
  return `${visitStateLabels[visit.state].toLowerCase()}${clock}`;
}

/** "longest 1h 12m", or null when nobody waits. */
export function longestWait(waiting: readonly Visit[], now: Date): string | null {
  if (waiting.length === 0) return null;
  return waitingLabel(Math.max(...waiting.map(({ arrivedAt }) => minutesSince(arrivedAt, now))));
}

/** Average minutes with the doctor of the visits that are done; null when there are none. */
export function averageWithDoctor(done: readonly Visit[]): number | null {
  const took = done.flatMap(({ withDoctorAt, forPaymentAt, closedAt }) => {
    const end = forPaymentAt ?? closedAt;
    return withDoctorAt && end ? [Date.parse(end) - Date.parse(withDoctorAt)] : [];
  });
  if (took.length === 0) return null;
  return Math.max(1, Math.round(took.reduce((sum, each) => sum + each, 0) / took.length / minute));
}

/** "Number 12 · Peñaranda, Rosario Abellana" */
export const visitName = ({ number, patientName }: Visit): string =>
  number === null ? patientName : `Number ${number} · ${patientName}`;
