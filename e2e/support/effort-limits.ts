/**
 * The maximum cost of each job besides typing text: keys that type nothing (Tab, Enter, arrows, shortcuts), and on a phone
 * every tap. A choice in the phone's native list is one tap.
 */
export const effortLimits = {
  "add a patient": { most: 8, of: "keys" },
  "add a patient on a phone": { most: 4, of: "taps" },
  "sign up and see the first patient, presses": { most: 14, of: "presses" },
  "sign up and see the first patient, fields": { most: 25, of: "fields" },
  "find and open a patient": { most: 2, of: "keys" },
  "letters to find a patient": { most: 3, of: "letters" },
  "add a walk-in": { most: 3, of: "keys" },
  "queue a returning patient": { most: 3, of: "keys" },
  "book an appointment two weeks on": { most: 6, of: "keys" },
  "call the next patient": { most: 1, of: "keys" },
  "take a senior's payment in two ways and print": { most: 12, of: "keys" },
  "count the evening's cash": { most: 12, of: "keys" },
  "add a walk-in on a phone": { most: 3, of: "taps" },
  "queue a returning patient on a phone": { most: 2, of: "taps" },
  "call the next patient on a phone": { most: 1, of: "taps" },
  "take a senior's payment on a phone": { most: 10, of: "taps" },
  "book an appointment two weeks on, on a phone": { most: 4, of: "taps" },
  "count the evening's cash on a phone": { most: 6, of: "taps" },
  "prescribe a favorite and print": { most: 8, of: "keys" },
  "prescribe three medicines": { most: 30, of: "keys" },
  "repeat the last prescription": { most: 3, of: "keys" },
  "write a follow-up of hypertension, coded, two medicines repeated": { most: 25, of: "keys" },
  "write a visit, its prescription, request and slot": { most: 8, of: "presses" },
  "write a visit, its prescription, request and slot, fields": { most: 4, of: "fields" },
} as const;

export type Job = keyof typeof effortLimits;

/** The maximum clicks, keys (letters included) and fields of a desk's daily acts with the pointer. */
export const deskLimits = {
  "the first patient is Done, from the landing page": [5, 195, 12],
  "a new walk-in is queued": [1, 24, 1],
  "a returning patient is queued": [1, 12, 1],
  "the next is called, with the record open": [1, 0, 0],
  "a senior pays in cash and by GCash": [5, 28, 4],
  "an appointment in two weeks is booked": [4, 13, 1],
  "the day's cash is counted": [3, 3, 1],
} as const;
