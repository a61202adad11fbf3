/** A clock whose days take some seconds: it jumps a day ahead at the end of each, and runs normally between. */
export type MovingDays = {
  /** The real instant from which days are counted. */
  began: number;
  /** Days that it was ahead at that instant. */
  daysBefore: number;
  daySeconds: number;
};

const DAY = 86_400_000;

export const daysAhead = ({ began, daysBefore, daySeconds }: MovingDays, real: number): number =>
  daysBefore + Math.max(0, Math.floor((real - began) / (daySeconds * 1000)));

export const millisecondsAhead = (days: MovingDays, real: number): number => daysAhead(days, real) * DAY;

/** The real instant at which the day ends. */
export const endOfDay = (days: MovingDays, real: number): number =>
  days.began + (daysAhead(days, real) - days.daysBefore + 1) * days.daySeconds * 1000;
