/** Choices for the next visit, in days; whole weeks, so that the weekday stays the same. */
export const comeBackIn = [
  { label: "1 week", days: 7 },
  { label: "2 weeks", days: 14 },
  { label: "1 month", days: 28 },
  { label: "3 months", days: 91 },
] as const;
