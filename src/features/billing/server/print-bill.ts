import type { Payment } from "#features/billing/contract.ts";
import { isLive, mayPrintBill } from "#features/billing/rules.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { type FileAnswer, pdfAnswer } from "#server/http/file-answer.ts";
import { letterheadAt } from "#server/letterhead.ts";
import { logoOf } from "#server/pdf/clinic-logo.ts";
import type { Papers } from "#server/pdf/papers.ts";
import { acknowledgement } from "#shared/billing/acknowledgement.ts";
import type { AcknowledgementSize } from "#shared/billing/acknowledgement-size.ts";
import { Failure } from "#shared/errors.ts";
import type { drawAcknowledgementPdf } from "./acknowledgement-pdf.ts";
import { findBill } from "./bill-rows.ts";

/** The payments of one save are recorded one after the other. */
const SAVE_MS = 60_000;

/** The latest payment with those of the same save, which the paper acknowledges, and the ones before. */
function inPapers(all: readonly Payment[]): { earlier: Payment[]; payments: Payment[] } {
  const valid = all.filter(isLive);
  const last = valid.at(-1);
  const isOfSave = ({ takenAt, takenByName }: Payment) =>
    last !== undefined &&
    takenByName === last.takenByName &&
    Date.parse(last.takenAt) - Date.parse(takenAt) < SAVE_MS;
  return { earlier: valid.filter((each) => !isOfSave(each)), payments: valid.filter(isOfSave) };
}

/** The payment acknowledgement of a bill, named acknowledgement-{number}.pdf. */
export async function printBill(
  clinic: ClinicScope,
  id: number,
  { size, papers }: { size: AcknowledgementSize; papers: Papers },
): Promise<{ file: FileAnswer; patientId: number }> {
  const bill = await findBill(clinic, id);
  if (!mayPrintBill(bill)) throw new Failure("unusable", `Bill ${bill.number} is voided.`);
  const { earlier, payments } = inPapers(bill.payments);
  const last = payments.at(-1);
  const at = last?.takenAt ?? bill.createdAt;
  const bytes = await papers.draw<typeof drawAcknowledgementPdf>(
    clinic.id,
    { module: new URL("./acknowledgement-pdf.ts", import.meta.url).href, name: "drawAcknowledgementPdf" },
    acknowledgement(
      { ...bill, earlier, payments, at, receivedBy: last ? last.takenByName : null },
      await letterheadAt(clinic, at),
    ),
    { size, createdAt: new Date(at), logo: await logoOf(clinic) },
  );
  return { file: pdfAnswer(bytes, `acknowledgement-${bill.number}`), patientId: bill.patientId };
}
