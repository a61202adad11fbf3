/** A clock on which a day is over after some seconds: it is one day further ahead each time, and goes on as it does. */
export type MovingDays = {
  /** The real instant from which days are counted. */
  began: number;
  /** Days that it was ahead then. */
  daysBefore: number;
  daySeconds: number;
};

const DAY = 86_400_000;

export const daysAhead = ({ began, daysBefore, daySeconds }: MovingDays, real: number): number =>
  daysBefore + Math.max(0, Math.floor((real - began) / (daySeconds * 1000)));

export const millisecondsAhead = (days: MovingDays, real: number): number => daysAhead(days, real) * DAY;

/** The real instant at which the day is over. */
export const endOfDay = (days: MovingDays, real: number): number =>
  days.began + (daysAhead(days, real) - days.daysBefore + 1) * days.daySeconds * 1000;
