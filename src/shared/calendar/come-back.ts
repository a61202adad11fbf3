/** When patients are asked back, in days; whole weeks, so that the day of the week stays. */
export const comeBackIn = [
  { label: "1 week", days: 7 },
  { label: "2 weeks", days: 14 },
  { label: "1 month", days: 28 },
  { label: "3 months", days: 91 },
] as const;
