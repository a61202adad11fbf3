import * as z from "zod/mini";
import {
  changesPayments,
  mayTakePayments,
  mayTakePaymentsAndView,
  Pesos,
} from "#features/billing/contract.ts";
import { endpoint, Id } from "#shared/endpoint.ts";
import { requiredLine } from "#shared/formats/fields.ts";

const text = z.nullable(z.string());

const Claim = z.object({
  billId: Id,
  number: z.string(),
  day: z.string(),
  patientId: Id,
  patientName: z.string(),
  card: text,
  loa: text,
  hmoBalance: Pesos,
  /** Whole days since the bill. */
  age: z.int(),
  billedAt: text,
  reference: text,
});
/** What an HMO has not paid yet. */
const Receivable = z.object({
  company: z.string(),
  amount: Pesos,
  /** By age in days: up to 30, 31 to 60, 61 to 90, more. */
  byAge: z.object({ to30: Pesos, to60: Pesos, to90: Pesos, older: Pesos }),
  claims: z.array(Claim),
  /** Claims beyond the limit, which are only in the sums. */
  more: z.int(),
});
export type Receivable = z.output<typeof Receivable>;

/** By company, the oldest claim first. At most 1,000 claims. */
export const hmoReceivables = endpoint({
  method: "GET",
  path: "/api/hmo-receivables",
  access: mayTakePaymentsAndView,
  audit: "bill.view",
  reads: ["bills", "patients"],
  response: z.array(Receivable),
});

const billIds = z
  .array(Id, { error: "Choose the bills" })
  .check(z.minLength(1, "Choose the bills"), z.maxLength(500, "At most 500 bills at once"));
/** The number of a statement, or of an HMO's payment. */
export const ClaimsReference = z.object({ reference: requiredLine("Enter the reference", 120) });
const ClaimsBatch = z.strictObject({ billIds, reference: ClaimsReference.shape.reference });
const answersClaims = z.object({ bills: z.int(), amount: Pesos });

/** Records which statement the claims were sent with. All or none. */
export const markClaimsBilled = endpoint({
  method: "POST",
  path: "/api/hmo-receivables/billed",
  access: mayTakePayments,
  audit: "bill.hmo",
  changes: ["bills", "recordHistory"],
  body: ClaimsBatch,
  response: answersClaims,
  record: null,
});
/** Records what the HMO owes of each bill as a payment with that reference. All or none. */
export const markClaimsPaid = endpoint({
  method: "POST",
  path: "/api/hmo-receivables/paid",
  access: mayTakePayments,
  audit: "payment.take",
  changes: changesPayments,
  body: ClaimsBatch,
  response: answersClaims,
  record: null,
});
