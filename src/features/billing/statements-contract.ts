import * as z from "zod/mini";
import { paymentMethods } from "#shared/billing/payment-methods.ts";
import { endpoint, Id, IdText } from "#shared/endpoint.ts";
import { calendarDay, daysInOrder, optionalAmount } from "#shared/formats/fields.ts";
import { Pesos, percent } from "./contract.ts";

/** What a doctor gets of own lines: of one service, or of all that have none of their own. */
const DoctorShare = z.object({
  /** Null: of every other service. */
  serviceId: z.nullable(Id),
  serviceName: z.nullable(z.string()),
  /** Of what is collected. */
  percent: z.nullable(z.number()),
  /** For each, when the line is paid in full. */
  amount: z.nullable(Pesos),
});
const DoctorShares = z.object({
  practitionerId: Id,
  doctorName: z.string(),
  /** That of every other service first. The clinic keeps what no share names. */
  shares: z.array(DoctorShare),
});
export type DoctorShares = z.output<typeof DoctorShares>;

/** Shares of one doctor. */
export const MOST_SHARES = 100;

export const SharesDraft = z.strictObject({
  shares: z
    .array(
      z
        .strictObject({
          serviceId: z.nullable(Id),
          percent: z.optional(percent),
          amount: z.optional(optionalAmount),
        })
        .check(
          z.refine(({ percent: part, amount }) => (part ?? null) === null || (amount ?? null) === null, {
            error: "Enter a percentage or an amount, not both",
            path: ["amount"],
          }),
          z.refine(({ percent: part, amount }) => (part ?? null) !== null || (amount ?? null) !== null, {
            error: "Enter a percentage or an amount",
            path: ["percent"],
          }),
        ),
      { error: "Send the doctor's shares" },
    )
    .check(
      z.maxLength(MOST_SHARES, `At most ${MOST_SHARES} shares`),
      z.refine(
        (shares) => new Set(shares.map(({ serviceId }) => serviceId)).size === shares.length,
        "Name each service once",
      ),
    ),
});
export type SharesDraft = z.output<typeof SharesDraft>;

/** Of the clinic's active doctors, by letter. */
export const doctorShares = endpoint({
  method: "GET",
  path: "/api/doctor-shares",
  access: "owner",
  audit: null,
  reads: ["doctorShares", "services", "users"],
  response: z.array(DoctorShares),
});
/** Replaces the doctor's shares. They apply to bills that are made from now on. `id` is the practitioner's. */
export const setDoctorShares = endpoint({
  method: "PUT",
  path: "/api/doctor-shares/:id",
  access: "owner",
  audit: null,
  changes: ["doctorShares"],
  body: SharesDraft,
  response: DoctorShares,
});

/** Sums of a doctor's lines. */
const figures = {
  /** Of bills and payments, voided ones included. */
  entries: z.int(),
  charged: Pesos,
  /** VAT exemption and discount of these lines. */
  discounts: Pesos,
  /** What HMOs approved of the rest. */
  hmoDue: Pesos,
  /** Payments less voids. */
  methods: z.array(z.object({ method: z.enum(paymentMethods), payments: z.int(), amount: Pesos })),
  collected: Pesos,
  /** Of `collected`, by HMOs. */
  hmoCollected: Pesos,
  /** The doctor's. */
  share: Pesos,
  /** `collected` less `share`. */
  clinic: Pesos,
} as const;
const days = z.array(
  z.object({
    day: z.string(),
    charged: Pesos,
    discounts: Pesos,
    hmoDue: Pesos,
    collected: Pesos,
    share: Pesos,
    clinic: Pesos,
  }),
);

export const ClosedStatement = z.object({
  id: Id,
  practitionerId: Id,
  doctorName: z.string(),
  from: z.string(),
  to: z.string(),
  ...figures,
  closedAt: z.string(),
  closedByName: z.nullable(z.string()),
});
export type ClosedStatement = z.output<typeof ClosedStatement>;

/** Days of one statement. */
export const MOST_STATEMENT_DAYS = 366;

const spanShape = { from: calendarDay, to: calendarDay } as const;
const lastsAYear = z.refine<{ from?: string | undefined; to?: string | undefined }>(
  ({ from, to }) => !from || !to || (Date.parse(to) - Date.parse(from)) / 86_400_000 < MOST_STATEMENT_DAYS,
  { error: "Choose at most a year", path: ["to"] },
);

const Statement = z.object({
  practitionerId: Id,
  doctorName: z.string(),
  from: z.string(),
  to: z.string(),
  ...figures,
  /** Of `entries`, those of days whose statement was closed before they were recorded. */
  late: z.int(),
  days,
  /** The doctor's closed statement that has some of these days, if any. */
  closed: z.nullable(z.object({ id: Id, from: z.string(), to: z.string() })),
});
export type Statement = z.output<typeof Statement>;

/**
 * What no closed statement of the doctor has: of these days, and of earlier ones that were closed before it was
 * recorded. Doctors read their own; without `practitionerId` it is the caller's.
 */
export const statement = endpoint({
  method: "GET",
  path: "/api/statements",
  access: "doctor",
  audit: null,
  reads: ["bills", "statements", "users"],
  query: z.object({ practitionerId: z.optional(IdText), ...spanShape }).check(daysInOrder, lastsAYear),
  response: Statement,
});

/**
 * All that was billed and collected on these days, closed or not, by doctor. `clinic` is what is collected less the
 * doctors' shares, with the payments of bills that name no doctor (`unnamed`): those of one doctor's time, and amounts
 * that were typed in a record.
 */
export const moneyByDoctor = endpoint({
  method: "GET",
  path: "/api/statements/by-doctor",
  access: "owner",
  audit: null,
  reads: ["bills", "statements", "users"],
  query: z.object(spanShape).check(daysInOrder, lastsAYear),
  response: z.object({
    from: z.string(),
    to: z.string(),
    doctors: z.array(z.object({ practitionerId: Id, doctorName: z.string(), ...figures })),
    unnamed: Pesos,
    collected: Pesos,
    clinic: Pesos,
  }),
});

export const MOST_CLOSED_STATEMENTS = 200;
/** The latest first; a doctor's own. At most 200. */
export const closedStatements = endpoint({
  method: "GET",
  path: "/api/statements/closed",
  access: "doctor",
  audit: null,
  reads: ["statements", "users"],
  query: z.object({ practitionerId: z.optional(IdText) }),
  response: z.array(ClosedStatement),
});
export const closedStatement = endpoint({
  method: "GET",
  path: "/api/statements/closed/:id",
  access: "doctor",
  audit: null,
  reads: ["statements", "users"],
  response: z.extend(ClosedStatement, { days }),
});

export const StatementDraft = z
  .strictObject({
    practitionerId: z.int({ error: "Choose the doctor" }).check(z.positive("Choose the doctor")),
    ...spanShape,
  })
  .check(daysInOrder, lastsAYear);
/**
 * Final: what is recorded, voided or corrected later belongs to the next statement. 409 when days of it are closed
 * already, 422 when there is nothing to close.
 */
export const closeStatement = endpoint({
  method: "POST",
  path: "/api/statements/close",
  access: "owner",
  audit: null,
  changes: ["statements"],
  body: StatementDraft,
  response: ClosedStatement,
});

/** Every entry of a statement; `X-Row-Count` says how many. A closed one by `id`, else as `GET /api/statements`. */
export const exportStatement = endpoint({
  method: "POST",
  path: "/api/statements/export",
  access: "doctor",
  audit: null,
  changes: [],
  recentPassword: true,
  query: z
    .object({
      id: z.optional(IdText),
      practitionerId: z.optional(IdText),
      from: z.optional(calendarDay),
      to: z.optional(calendarDay),
    })
    .check(
      daysInOrder,
      lastsAYear,
      z.refine(({ id, from, to }) => id !== undefined || (from !== undefined && to !== undefined), {
        error: "Choose the days",
        path: ["from"],
      }),
    ),
  response: "file",
});
