import * as z from "zod/mini";
import { mayTakePayments, Pesos } from "#features/billing/contract.ts";
import { paymentMethods } from "#shared/billing/payment-methods.ts";
import { endpoint, Id } from "#shared/endpoint.ts";
import { calendarDay, optionalLine, requiredAmount } from "#shared/formats/fields.ts";

const text = z.nullable(z.string());

const MethodSum = z.object({ method: z.enum(paymentMethods), payments: z.int(), amount: Pesos });

const Closing = z.object({
  id: Id,
  day: z.string(),
  /** The user whose payments they are; null: everyone's. */
  userName: text,
  closedByName: text,
  closedAt: z.string(),
  payments: z.int(),
  methods: z.array(MethodSum),
  /** Cash. */
  expected: Pesos,
  counted: Pesos,
  /** `counted` less `expected`. */
  difference: Pesos,
  note: text,
});
export type Closing = z.output<typeof Closing>;

/** Owners see everyone's, staff their own. A voided payment is subtracted on the day it was voided. */
export const DayCount = z.object({
  day: z.string(),
  /** Sum of the day's bills. */
  billed: Pesos,
  collected: Pesos,
  /** Marked paid in patients' records, less what was voided: no method is known, so no count has it. */
  notStated: Pesos,
  methods: z.array(MethodSum),
  people: z.array(z.object({ userId: Id, name: z.string(), amount: Pesos, methods: z.array(MethodSum) })),
  /** Not counted yet, of this day and earlier ones. */
  uncounted: z.object({ since: z.nullable(z.string()), payments: z.int(), methods: z.array(MethodSum) }),
  /** Cash that is not counted yet. */
  expectedCash: Pesos,
  closings: z.array(Closing),
});
export type DayCount = z.output<typeof DayCount>;

export const dayCount = endpoint({
  method: "GET",
  path: "/api/day-count",
  access: mayTakePayments,
  audit: null,
  reads: ["dayCount", "bills", "patients", "users"],
  query: z.object({ day: z.optional(calendarDay) }),
  response: DayCount,
});
export const CountDraft = z.strictObject({
  /** Cash in the drawer that came from payments. */
  counted: requiredAmount,
  note: z.optional(optionalLine(500)),
});
export type CountDraft = z.output<typeof CountDraft>;

/** Final. Later payments belong to the next count. 409 when there are none since the last one. */
export const closeDayCount = endpoint({
  method: "POST",
  path: "/api/day-count/close",
  access: mayTakePayments,
  audit: null,
  changes: ["dayCount"],
  body: CountDraft,
  response: Closing,
});
