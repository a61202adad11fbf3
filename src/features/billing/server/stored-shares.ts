import { openShares } from "#shared/billing/bill-sums.ts";

/** What a bill stores of its shares, so that sums over many bills read it: pesos. */
export function storedShares(bill: {
  due: string;
  paid: string;
  hmoApproved: string | null;
  hmoPaid: string;
}): { patientShare: string; patientBalance: string } {
  const { due, paid, hmoApproved, hmoPaid } = bill;
  const cover = hmoApproved === null ? null : { approved: hmoApproved, paid: hmoPaid };
  const { patientShare, patientBalance } = openShares({ due, paid, cover });
  return { patientShare, patientBalance };
}

type ArchivedBill = { due: number; paid: number; hmo_approved: number | null; hmo_paid: number };

/** A bill of an archive or a sealed record, which have the amounts that these follow from. */
export function withStoredShares<Row extends ArchivedBill>(row: Row) {
  const { patientShare, patientBalance } = storedShares({
    due: String(row.due),
    paid: String(row.paid),
    hmoApproved: row.hmo_approved === null ? null : String(row.hmo_approved),
    hmoPaid: String(row.hmo_paid),
  });
  return { ...row, patient_share: patientShare, patient_balance: patientBalance };
}
