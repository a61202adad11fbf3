import * as z from "zod/mini";
import { Bill, mayTakePayments, mayTakePaymentsAndView, Pesos } from "#features/billing/contract.ts";
import { paymentMethods, storedPaymentMethods } from "#shared/billing/payment-methods.ts";
import { ById, endpoint, Id } from "#shared/endpoint.ts";
import { calendarDay, optionalLine, requiredAmount, requiredLine } from "#shared/formats/fields.ts";

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
  openingFloat: Pesos,
  /** Paid out of the drawer. */
  pettyCash: Pesos,
  /** Cash in the drawer: the float and the cash payments, less petty cash. */
  expected: Pesos,
  counted: Pesos,
  /** `counted` less `expected`. */
  difference: Pesos,
  /** Why they differ. */
  note: text,
});
export type Closing = z.output<typeof Closing>;

/** What a drawer holds before the first payment, or what was paid out of it. */
const DrawerLine = z.object({
  id: Id,
  userId: Id,
  userName: z.string(),
  kind: z.enum(["float", "petty_cash"]),
  amount: Pesos,
  note: text,
  at: z.string(),
  voidedAt: text,
  voidReason: text,
});
export type DrawerLine = z.output<typeof DrawerLine>;

/** Owners see everyone's, staff their own. A voided payment is subtracted on the day it was voided. */
export const DayCount = z.object({
  day: z.string(),
  /** The day's bills that are not voided, and their sum. */
  bills: z.int(),
  billed: Pesos,
  /** Of these, what patients and HMOs still owe. */
  open: Pesos,
  hmoDue: Pesos,
  /** Visits that were done without a bill: how often, by the reason; null while nobody gave one. */
  withoutBill: z.array(z.object({ reason: text, visits: z.int() })),
  collected: Pesos,
  /** Marked paid in patients' records, less what was voided: no method is known, so no count has it. */
  notStated: Pesos,
  methods: z.array(MethodSum),
  people: z.array(z.object({ userId: Id, name: z.string(), amount: Pesos, methods: z.array(MethodSum) })),
  /** Not counted yet, of this day and earlier ones. */
  uncounted: z.object({ since: z.nullable(z.string()), payments: z.int(), methods: z.array(MethodSum) }),
  /** Of the drawers, not counted yet; one float a user. */
  drawerLines: z.array(DrawerLine),
  /** Cash in the drawer that is not counted yet: floats and cash payments, less petty cash. */
  expectedCash: Pesos,
  closings: z.array(Closing),
});
export type DayCount = z.output<typeof DayCount>;

export const dayCount = endpoint({
  method: "GET",
  path: "/api/day-count",
  access: mayTakePayments,
  audit: null,
  reads: ["dayCount", "bills", "patients", "users", "visits", "clinic"],
  query: z.object({ day: z.optional(calendarDay) }),
  response: DayCount,
});
export const CountDraft = z.strictObject({
  /** All cash in the drawer. */
  counted: requiredAmount,
  /** Required when that is not the expected cash. */
  note: z.optional(optionalLine(500)),
});
export type CountDraft = z.output<typeof CountDraft>;

/**
 * Final. Later payments belong to the next count. 409 when there is nothing since the last one, 400 with `fields.note`
 * when counted and expected cash differ and no reason is given.
 */
export const closeDayCount = endpoint({
  method: "POST",
  path: "/api/day-count/close",
  access: mayTakePayments,
  audit: null,
  changes: ["dayCount"],
  body: CountDraft,
  response: Closing,
});

export const FloatDraft = z.strictObject({ amount: requiredAmount });
/** The user's own; replaces the float of the drawer that is not counted yet. */
export const setOpeningFloat = endpoint({
  method: "PUT",
  path: "/api/day-count/float",
  access: mayTakePayments,
  audit: null,
  changes: ["dayCount"],
  body: FloatDraft,
  response: DrawerLine,
});
export const PettyCashDraft = z.strictObject({
  amount: requiredAmount.check(z.refine((pesos) => Number(pesos) > 0, "Enter more than ₱0.00")),
  note: requiredLine("Say what it was for", 200),
});
export type PettyCashDraft = z.output<typeof PettyCashDraft>;
/** Cash paid out of the user's drawer. */
export const addPettyCash = endpoint({
  method: "POST",
  path: "/api/day-count/petty-cash",
  access: mayTakePayments,
  audit: null,
  changes: ["dayCount"],
  body: PettyCashDraft,
  response: DrawerLine,
});
/** Until it is counted. */
export const voidPettyCash = endpoint({
  method: "POST",
  path: "/api/day-count/petty-cash/:id/void",
  access: mayTakePayments,
  audit: null,
  changes: ["dayCount"],
  params: ById,
  body: z.strictObject({ reason: requiredLine("Say why", 500) }),
  response: DrawerLine,
});

/** Bills of a day for a response. */
export const MOST_DAY_BILLS = 500;
/**
 * The bills of a day, and those of which a payment was taken or voided on it, the earliest first. Owners see everyone's,
 * staff those that they made, or of which they took or voided a payment.
 */
export const dayBills = endpoint({
  method: "GET",
  path: "/api/day-count/bills",
  access: mayTakePaymentsAndView,
  audit: "bill.view",
  reads: ["dayCount", "bills", "patients", "users"],
  query: z.object({ day: z.optional(calendarDay) }),
  response: z.object({
    bills: z.array(Bill),
    /** Beyond the first 500. */
    more: z.int(),
    /** Payments of the day whose patient was deleted since. */
    ofDeleted: z.array(
      z.object({
        id: Id,
        method: z.enum(storedPaymentMethods),
        amount: Pesos,
        takenAt: z.string(),
        voidedAt: text,
      }),
    ),
  }),
});
