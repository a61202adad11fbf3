import { sql } from "kysely";
import type { Bill, BillLine, Payment } from "#features/billing/contract.ts";
import { nameOfUser } from "#server/auth/user-name.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { idsAsArray } from "#server/http/every-row.ts";
import { ageTold } from "#server/patient/age-told.ts";
import { lockPatients } from "#server/patient/lock-patients.ts";
import { discountDoubt } from "#shared/billing/senior-age.ts";
import { notComeStates } from "#shared/clinical/visit-states.ts";
import { notFound } from "#shared/errors.ts";
import { centavos, fromCentavos, sumOf } from "#shared/formats/money.ts";
import { billOfSameReference } from "./same-reference.ts";
import { doctorsOfBill } from "./statement-entries.ts";

/** Bills with patient names and authors. */
const selectBills = (clinic: ClinicScope) =>
  clinic.db
    .selectFrom("bills")
    .innerJoin("patients", (join) =>
      join.onRef("patients.clinicId", "=", "bills.clinicId").onRef("patients.id", "=", "bills.patientId"),
    )
    .where("bills.clinicId", "=", clinic.id)
    .select([
      "bills.id",
      "bills.number",
      "bills.patientId",
      "bills.clinicId",
      "bills.visitId",
      "bills.day",
      "bills.isFromRecord",
      sql<BillLine[]>`bills.lines`.as("lines"),
      "bills.isVatRegistered",
      "bills.charges",
      "bills.vatExemption",
      "bills.discount as discountAmount",
      "bills.discountKind",
      "bills.discountPercent",
      "bills.discountIdNumber",
      "bills.discountName",
      "bills.due",
      "bills.paid",
      "bills.balance",
      "bills.patientShare",
      "bills.patientBalance",
      "bills.hmoCompany",
      "bills.hmoCard",
      "bills.hmoLoa",
      "bills.hmoValidUntil",
      "bills.hmoApproved",
      "bills.hmoPaid",
      "bills.hmoBilledAt",
      "bills.hmoReference",
      "bills.isOverdue",
      "bills.isOpen",
      "bills.voidedAt",
      "bills.voidReason",
      "bills.createdAt",
      doctorsOfBill(clinic).as("doctors"),
      nameOfUser(clinic, "bills.createdById").as("createdByName"),
      nameOfUser(clinic, "bills.voidedById").as("voidedByName"),
      "patients.patientName",
      "patients.admissionNo",
      "patients.birthday",
      ageTold(),
    ]);

export type BillRow = Awaited<ReturnType<ReturnType<typeof selectBills>["executeTakeFirstOrThrow"]>>;

/** Check constraints limit `discountKind` to the contract's values. */
function asBill(row: BillRow, payments: Payment[]): Bill {
  const {
    hmoCompany,
    hmoCard,
    hmoLoa,
    hmoValidUntil,
    hmoApproved,
    hmoPaid,
    hmoBilledAt,
    hmoReference,
    isOpen,
    doctors,
    birthday,
    ageTold: told,
    ...bill
  } = row;
  const cover =
    hmoCompany === null || hmoApproved === null
      ? null
      : {
          company: hmoCompany,
          card: hmoCard,
          loa: hmoLoa,
          validUntil: hmoValidUntil,
          approved: hmoApproved,
          paid: hmoPaid,
          billedAt: hmoBilledAt,
          reference: hmoReference,
        };
  const discountKind = bill.discountKind as Bill["discountKind"];
  const isVoid = bill.voidedAt !== null;
  return {
    ...bill,
    lines: bill.lines.map(({ description, quantity, amount }, line) => ({
      description,
      quantity,
      amount,
      ...doctors?.[line],
    })),
    discountKind,
    discountDoubt: isVoid
      ? null
      : discountDoubt({ discountKind, day: bill.day }, { birthday, ageTold: told }),
    discount: sumOf([bill.vatExemption, bill.discountAmount]),
    discountPercent: bill.discountPercent === null ? null : Number(bill.discountPercent),
    hmoBalance: fromCentavos(centavos(bill.balance) - centavos(bill.patientBalance)),
    cover,
    state: isVoid ? "void" : isOpen ? "open" : "paid",
    payments,
  };
}

async function withPayments(clinic: ClinicScope, rows: BillRow[]): Promise<Bill[]> {
  if (rows.length === 0) return [];
  const payments = await clinic.db
    .selectFrom("payments")
    .where("payments.clinicId", "=", clinic.id)
    .where(
      "payments.billId",
      "in",
      rows.map(({ id }) => id),
    )
    .select([
      "payments.billId",
      "payments.id",
      "payments.method",
      "payments.amount",
      "payments.tendered",
      "payments.reference",
      billOfSameReference(clinic).as("referenceAlsoOn"),
      "payments.takenAt",
      nameOfUser(clinic, "payments.takenById").as("takenByName"),
      "payments.voidedAt",
      nameOfUser(clinic, "payments.voidedById").as("voidedByName"),
      "payments.voidReason",
    ])
    .orderBy("payments.id")
    .execute();
  const ofBills = Map.groupBy(payments, ({ billId }) => billId);
  return rows.map((row) => asBill(row, (ofBills.get(row.id) ?? []) as Payment[]));
}

export async function findBill(clinic: ClinicScope, id: number): Promise<Bill> {
  const [bill] = await withPayments(clinic, await selectBills(clinic).where("bills.id", "=", id).execute());
  if (!bill) throw notFound("Bill");
  return bill;
}

/** The bills with these ids, the earliest first, without their payments. */
export const billRows = (clinic: ClinicScope, ids: readonly number[]): Promise<BillRow[]> =>
  selectBills(clinic)
    .where("bills.id", "=", sql<number>`any (${idsAsArray(ids)}::bigint[])`)
    .orderBy("bills.id")
    .execute();

export const billsWithIds = async (clinic: ClinicScope, ids: readonly number[]): Promise<Bill[]> =>
  ids.length === 0 ? [] : withPayments(clinic, await billRows(clinic, ids));

/** One patient's, for a response. */
const mostOfPatient = 100;

/** A patient's bills, the latest first. `before`: the id of the last one read. */
export async function billsOf(
  clinic: ClinicScope,
  patientId: number,
  { limit = mostOfPatient, before }: { limit?: number; before?: number | undefined } = {},
): Promise<Bill[]> {
  const rows = await selectBills(clinic)
    .where("bills.patientId", "=", patientId)
    .$if(before !== undefined, (query) => query.where("bills.id", "<", before as number))
    .orderBy("bills.id", "desc")
    .limit(sql.lit(limit))
    .execute();
  return withPayments(clinic, rows);
}

/** A bill without its payments, and the day of its visit: that of a visit to which the patient came, else the bill's. */
export type BillOfDay = Omit<Bill, "payments"> & { visitDay: string };

/** A patient's bills of Manila days (inclusive), by the days of their visits, the earliest first. */
export async function billsOfVisits(
  clinic: ClinicScope,
  patientId: number,
  { from, to }: { from: string; to: string },
): Promise<BillOfDay[]> {
  const visitDay = sql<string>`coalesce(visits.day, bills.day)`;
  const rows = await selectBills(clinic)
    .leftJoin("visits", (join) =>
      join
        .onRef("visits.clinicId", "=", "bills.clinicId")
        .onRef("visits.id", "=", "bills.visitId")
        .on("visits.state", "not in", notComeStates),
    )
    .select(visitDay.as("visitDay"))
    .where("bills.patientId", "=", patientId)
    .where(visitDay, ">=", from)
    .where(visitDay, "<=", to)
    .orderBy("bills.id")
    .execute();
  return rows.map((row) => ({ ...asBill(row, []), visitDay: row.visitDay }));
}

/** Locks the bill's patient, then the bill. */
export async function lockBill(clinic: ClinicScope, id: number): Promise<Bill> {
  const found = clinic.db.selectFrom("bills").where("clinicId", "=", clinic.id).where("id", "=", id);
  await lockPatients(clinic, found.select("patientId"));
  await found.select("id").forUpdate().execute();
  return findBill(clinic, id);
}
