import type { Visit } from "#features/visits/contract.ts";
import { statesBeforePayment, visitIn } from "#features/visits/visit-of-day.ts";
import { centavos } from "#shared/formats/money.ts";
import type { Role } from "#shared/permissions.ts";
import type { Bill, Payment } from "./contract.ts";

/** Whose payments a user sees and counts: null for everyone's. The owner counts everyone's, staff their own. */
export const countedUser = (user: { userId: number; role: Role }): number | null =>
  user.role === "owner" ? null : user.userId;

/** Whose statements a user reads: null for everyone's. The owner reads all, a doctor own ones. */
export const statementUser = countedUser;

/** A payment that was voided stays readable and no longer counts. */
export const isLive = ({ voidedAt }: Pick<Payment, "voidedAt">): boolean => voidedAt === null;

/** Only without payments: those are voided first. */
export const mayVoidBill = ({ state, payments }: Pick<Bill, "state" | "payments">): boolean =>
  state !== "void" && !payments.some(isLive);

export const mayPrintBill = ({ state }: Pick<Bill, "state">): boolean => state !== "void";

type Owed = Pick<Bill, "state" | "patientBalance" | "hmoBalance">;

export const patientOwes = ({ state, patientBalance }: Owed): boolean =>
  state === "open" && centavos(patientBalance) > 0n;

export const hmoOwes = ({ state, hmoBalance }: Owed): boolean =>
  state === "open" && centavos(hmoBalance) > 0n;

/**
 * Whether the owner is notified that a user voided a payment: one of another user, or one that was counted; or a bill
 * of another user.
 */
export const notifiesOwnerOfVoid = (
  user: { userId: number; role: Role },
  voided: { byId: number | null; isCounted: boolean },
): boolean => user.role !== "owner" && (voided.byId !== user.userId || voided.isCounted);

/**
 * The visit that a new bill is for: the one for which the patient is here, else one that was done without a bill, or one
 * of an earlier day that is still for payment; an appointment only without any.
 *
 * @param visits the patient's until today, newest first
 */
export const visitToBill = <V extends Pick<Visit, "state" | "day" | "isUnbilled">>(
  visits: readonly V[],
  today: string,
): V | null =>
  visitIn(visits, today, ["for_payment", ...statesBeforePayment]) ??
  visits.find(({ day, isUnbilled }) => day === today && isUnbilled) ??
  visits.find(({ state }) => state === "for_payment") ??
  visitIn(visits, today, ["done", "booked"]);
