import * as z from "zod/mini";
import { Visit } from "#features/visits/contract.ts";
import { acknowledgementSizes } from "#shared/billing/acknowledgement-size.ts";
import { discountKinds, ID_NUMBER_REQUIRED, isLegalDiscount } from "#shared/billing/bill-sums.ts";
import { paymentMethods, storedPaymentMethods } from "#shared/billing/payment-methods.ts";
import { endpoint, Id } from "#shared/endpoint.ts";
import {
  calendarDay,
  daysInOrder,
  optionalAmount,
  optionalDay,
  optionalLine,
  requiredAmount,
  requiredLine,
} from "#shared/formats/fields.ts";
import { mayViewPatients } from "#shared/permissions.ts";

/** Pesos, a decimal string with two places. */
export const Pesos = z.string();
const text = z.nullable(z.string());

const positiveAmount = requiredAmount.check(z.refine((pesos) => Number(pesos) > 0, "Enter more than ₱0.00"));

/** A line of the clinic's price list. */
export const Service = z.object({
  id: Id,
  clinicId: Id,
  name: z.string(),
  amount: Pesos,
  isActive: z.boolean(),
});
export type Service = z.output<typeof Service>;

const serviceFields = {
  name: requiredLine("Service name is required", 200),
  amount: requiredAmount,
  isActive: z.boolean({ error: "isActive is true or false" }),
} as const;
export const ServiceDraft = z.strictObject({ name: serviceFields.name, amount: serviceFields.amount });
export type ServiceDraft = z.output<typeof ServiceDraft>;
/** A field that is not sent stays as it is. */
export const ServiceChanges = z.partial(z.strictObject(serviceFields));
export type ServiceChanges = z.output<typeof ServiceChanges>;

const percentWords = "Enter a percentage from 0 to 100, like 12.5";
export const percent = z.pipe(
  z.pipe(
    z.nullable(z.union([z.number(), z.string().check(z.trim())], { error: percentWords })),
    z.transform((typed) => (typed === null || typed === "" ? null : String(typed))),
  ),
  z.nullable(
    z.pipe(
      // As stored and computed: hundredths.
      z.string().check(z.regex(/^\d{1,3}(\.\d{1,2})?$/, percentWords)),
      z.pipe(z.transform(Number), z.number().check(z.lte(100, percentWords))),
    ),
  ),
);

/** Lines of one bill. */
export const MAX_BILL_LINES = 100;

export const BillLine = z.strictObject({
  description: requiredLine("Describe what is charged", 255),
  quantity: z
    .int({ error: "Enter a whole number from 1 to 999" })
    .check(z.gte(1, "Enter a whole number from 1 to 999"), z.lte(999, "Enter a whole number from 1 to 999")),
  /** Of one. */
  amount: requiredAmount,
  /** Whose line it is. Not sent: the bill's. */
  practitionerId: z.optional(Id),
});
export type BillLine = z.output<typeof BillLine>;

export const BillDraft = z.strictObject({
  patientId: z.int({ error: "Choose a patient" }).check(z.positive("Choose a patient")),
  visitId: z.optional(z.nullable(Id)),
  /**
   * Whose the lines are that name nobody. Not sent: the visit's doctor, else the caller, else the clinic's only doctor;
   * 400 with `fields.practitionerId` if it is none of them.
   */
  practitionerId: z.optional(Id),
  lines: z
    .array(BillLine, { error: "Add what is charged" })
    .check(
      z.minLength(1, "Add what is charged"),
      z.maxLength(MAX_BILL_LINES, `At most ${MAX_BILL_LINES} lines`),
    ),
  discount: z.optional(
    z.nullable(
      z
        .strictObject({
          kind: z.enum(discountKinds, { error: "Use senior, pwd or promo" }),
          /** Of a promotion. A senior citizen or PWD gets the better of it and 20 %. */
          percent: z.optional(percent),
          /** Required for a senior citizen or PWD. */
          idNumber: z.optional(optionalLine(60)),
          /** As on the id. Not sent: the patient's name. */
          name: z.optional(optionalLine(255)),
        })
        .check(
          z.refine(({ kind, idNumber }) => !isLegalDiscount(kind) || Boolean(idNumber), {
            error: ID_NUMBER_REQUIRED,
            path: ["idNumber"],
          }),
        ),
    ),
  ),
  /** Not sent: as in the clinic's settings. */
  isVatRegistered: z.optional(z.boolean({ error: "isVatRegistered is true or false" })),
  hmo: z.optional(
    z.nullable(
      z.strictObject({
        company: requiredLine("Name the HMO", 120),
        card: z.optional(optionalLine(60)),
        /** Number of the letter of authorization. */
        loa: z.optional(optionalLine(60)),
        validUntil: z.optional(optionalDay),
        /** Not sent: everything that is due. */
        approved: z.optional(optionalAmount),
      }),
    ),
  ),
});
export type BillDraft = z.output<typeof BillDraft>;

const Payment = z.object({
  id: Id,
  method: z.enum(storedPaymentMethods),
  amount: Pesos,
  /** Cash handed over. */
  tendered: z.nullable(Pesos),
  reference: text,
  /** The number of the bill on which another payment, not voided, has the same reference. */
  referenceAlsoOn: text,
  takenAt: z.string(),
  takenByName: text,
  voidedAt: text,
  voidedByName: text,
  voidReason: text,
});
export type Payment = z.output<typeof Payment>;

export const Bill = z.object({
  id: Id,
  /** "2026-01184", starting at 1 in each clinic and year. */
  number: z.string(),
  patientId: Id,
  clinicId: Id,
  visitId: z.nullable(Id),
  /** The Manila day, YYYY-MM-DD. */
  day: z.string(),
  /** The amount that was typed in the patient's record. */
  isFromRecord: z.boolean(),
  lines: z.array(
    z.object({
      description: z.string(),
      quantity: z.int(),
      amount: Pesos,
      /** Only where several doctors practised when it was billed. */
      practitionerId: z.optional(Id),
      doctorName: z.optional(z.string()),
    }),
  ),
  isVatRegistered: z.boolean(),
  charges: Pesos,
  /** Everything deducted from the charges: `vatExemption` and `discountAmount`. */
  discount: Pesos,
  vatExemption: Pesos,
  discountAmount: Pesos,
  discountKind: z.nullable(z.enum(discountKinds)),
  discountPercent: z.nullable(z.number()),
  discountIdNumber: text,
  discountName: text,
  /** Why the discount does not fit the patient's age, if that was corrected. */
  discountDoubt: text,
  due: Pesos,
  paid: Pesos,
  balance: Pesos,
  /** `due` less what an HMO approved. */
  patientShare: Pesos,
  /** The patient's part of the balance. */
  patientBalance: Pesos,
  /** A receivable: no debt of the patient. */
  hmoBalance: Pesos,
  /** By an HMO. */
  cover: z.nullable(
    z.object({
      company: z.string(),
      card: text,
      loa: text,
      validUntil: text,
      approved: Pesos,
      paid: Pesos,
      billedAt: text,
      /** The statement it was sent with. */
      reference: text,
    }),
  ),
  state: z.enum(["open", "paid", "void"]),
  isOverdue: z.boolean(),
  payments: z.array(Payment),
  voidedAt: text,
  voidedByName: text,
  voidReason: text,
  createdByName: text,
  createdAt: z.string(),
  patientName: z.string(),
  admissionNo: z.string(),
});
export type Bill = z.output<typeof Bill>;

/** What a caller without view_patients gets. */
const withoutView = z.omit(Bill, {
  lines: true,
  discountIdNumber: true,
  discountName: true,
  discountDoubt: true,
  cover: true,
  payments: true,
  voidReason: true,
  patientName: true,
  admissionNo: true,
});

const PatientBills = z.object({
  /** The latest first. */
  bills: z.array(Bill),
  /** The amount in the record of a patient who has no bill yet, which counts as a bill. */
  fromRecord: z.nullable(z.object({ amount: Pesos, paymentStatus: z.string() })),
});

export const mayTakePayments = { any: ["take_payments"] } as const;
export const mayTakePaymentsAndView = { all: ["take_payments", "view_patients"] } as const;
const answersBill = { noted: "bill.view", withoutView } as const;
const changesBill = ["bills", "patients", "recordHistory"] as const;
export const changesPayments = ["dayCount", ...changesBill] as const;

/** Why something is voided. */
const VoidReason = z.strictObject({ reason: requiredLine("Say why", 500) });

/** Active services by name, then inactive ones. */
export const listServices = endpoint({
  method: "GET",
  path: "/api/services",
  access: "member",
  audit: null,
  reads: ["services"],
  response: z.array(Service),
});
export const addService = endpoint({
  method: "POST",
  path: "/api/services",
  access: "owner",
  audit: null,
  changes: ["services"],
  body: ServiceDraft,
  response: Service,
});
export const changeService = endpoint({
  method: "PATCH",
  path: "/api/services/:id",
  access: "owner",
  audit: null,
  changes: ["services"],
  body: ServiceChanges,
  response: Service,
});

export const patientBills = endpoint({
  method: "GET",
  path: "/api/patients/:id/bills",
  access: mayViewPatients,
  audit: "bill.view",
  reads: ["bills", "patients", "users"],
  response: PatientBills,
});
/**
 * Updates the patient's record to the sum and state of the latest open bill. A visit that waits for payment is done
 * when its bills leave the patient nothing to pay.
 */
export const addBill = endpoint({
  method: "POST",
  path: "/api/bills",
  access: mayTakePayments,
  audit: "bill.create",
  changes: ["visits", "dayCount", ...changesBill],
  body: BillDraft,
  response: Bill,
  record: answersBill,
});
/** Makes a bill of the amount in a patient's record, so that payments can be recorded for it. */
export const billRecordAmount = endpoint({
  method: "POST",
  path: "/api/bills/from-record",
  access: mayTakePayments,
  audit: "bill.create",
  changes: changesBill,
  body: z.strictObject({ patientId: BillDraft.shape.patientId }),
  response: Bill,
  record: answersBill,
});
export const oneBill = endpoint({
  method: "GET",
  path: "/api/bills/:id",
  access: mayViewPatients,
  audit: "bill.view",
  reads: ["bills", "patients", "users"],
  response: Bill,
});
/** The payment acknowledgement. */
export const printBill = endpoint({
  method: "GET",
  path: "/api/bills/:id.pdf",
  access: mayTakePaymentsAndView,
  audit: "bill.print",
  query: z.object({ paper: z.optional(z.enum(acknowledgementSizes, { error: "Use A5 or 80mm" })) }),
  response: "file",
});
export const PaymentDraft = z.strictObject({
  method: z.enum(paymentMethods, { error: "Choose how it was paid" }),
  amount: positiveAmount,
  /** Cash handed over, at least the amount and at most ₱100,000.00 more. */
  tendered: z.optional(optionalAmount),
  reference: z.optional(optionalLine(120)),
  /** Without it, a reference that another payment has too is 409 `reference_to_confirm`. */
  isReferenceConfirmed: z.optional(z.boolean({ error: "Send true or false" })),
});
export type PaymentDraft = z.output<typeof PaymentDraft>;

/**
 * At most the balance, and by an HMO at most the rest of what it approved (422 beyond). Payments are never changed: a
 * mistake is voided.
 */
export const takePayment = endpoint({
  method: "POST",
  path: "/api/bills/:id/payments",
  access: mayTakePayments,
  audit: "payment.take",
  changes: ["visits", ...changesPayments],
  body: PaymentDraft,
  response: Bill,
  record: answersBill,
});
export const voidPayment = endpoint({
  method: "POST",
  path: "/api/payments/:id/void",
  access: mayTakePayments,
  audit: "payment.void",
  changes: changesPayments,
  body: VoidReason,
  response: Bill,
  record: answersBill,
});
/** Only without payments: void those first. A visit that waited for it alone is done. */
export const voidBill = endpoint({
  method: "POST",
  path: "/api/bills/:id/void",
  access: mayTakePayments,
  audit: "bill.void",
  changes: ["visits", ...changesBill],
  body: VoidReason,
  response: Bill,
  record: answersBill,
});

const Span = z.object({ from: z.optional(calendarDay), to: z.optional(calendarDay) }).check(daysInOrder);

/** Every bill of the days, voided ones too; `X-Row-Count` says how many. */
export const exportBills = endpoint({
  method: "POST",
  path: "/api/bills/export",
  access: mayTakePaymentsAndView,
  audit: "bill.export",
  changes: [],
  recentPassword: true,
  query: Span,
  response: "file",
});
/** Every payment of the days, voided ones too; `X-Row-Count` says how many. */
export const exportPayments = endpoint({
  method: "POST",
  path: "/api/payments/export",
  access: mayTakePaymentsAndView,
  audit: "payment.export",
  changes: [],
  recentPassword: true,
  query: Span,
  response: "file",
});

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
  amount: positiveAmount,
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
  body: VoidReason,
  response: DrawerLine,
});

/** Bills of a day for a response. */
export const MOST_DAY_BILLS = 500;
/**
 * The bills of a day, and those of which a payment was taken or voided on it, the earliest first. Owners see everyone's,
 * staff those that they made, or of which they took or voided a payment; visits without a bill are nobody's.
 */
export const dayBills = endpoint({
  method: "GET",
  path: "/api/day-count/bills",
  access: mayTakePaymentsAndView,
  audit: "bill.view",
  reads: ["dayCount", "bills", "visits", "patients", "users", "clinic"],
  query: z.object({ day: z.optional(calendarDay) }),
  response: z.object({
    bills: z.array(Bill),
    /** Beyond the first 500. */
    more: z.int(),
    /** Visits of the day that were done without a bill, the earliest first. At most 100. */
    withoutBill: z.array(Visit),
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
