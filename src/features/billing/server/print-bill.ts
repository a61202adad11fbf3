import type { ClinicScope } from "#server/database/db.ts";
import { FileAnswer } from "#server/http/file-answer.ts";
import { logoOf } from "#server/pdf/clinic-logo.ts";
import type { Papers } from "#server/pdf/papers.ts";
import { acknowledgement } from "#shared/billing/acknowledgement.ts";
import { Failure } from "#shared/errors.ts";
import type { AcknowledgementPaper, drawAcknowledgementPdf } from "./acknowledgement-pdf.ts";
import { findBill } from "./bill-rows.ts";

/** The payment acknowledgement of a bill, named acknowledgement-{number}.pdf. */
export async function printBill(
  clinic: ClinicScope,
  id: number,
  { paper, papers }: { paper: AcknowledgementPaper; papers: Papers },
): Promise<{ file: FileAnswer; patientId: number }> {
  const bill = await findBill(clinic, id);
  if (bill.state === "void") throw new Failure("unusable", `Bill ${bill.number} is voided.`);
  const its = await clinic.db
    .selectFrom("clinics")
    .select(["name", "address", "phone", "tin"])
    .where("id", "=", clinic.id)
    .executeTakeFirstOrThrow();
  const last = bill.payments.findLast(({ voidedAt }) => voidedAt === null);
  const at = last?.takenAt ?? bill.createdAt;
  const bytes = await papers.draw<typeof drawAcknowledgementPdf>(
    clinic.id,
    { module: new URL("./acknowledgement-pdf.ts", import.meta.url).href, name: "drawAcknowledgementPdf" },
    acknowledgement({ ...bill, at, receivedBy: last ? last.takenByName : null }, its),
    { paper, createdAt: new Date(at), logo: await logoOf(clinic) },
  );
  return {
    file: new FileAnswer({
      bytes,
      type: "application/pdf",
      name: `acknowledgement-${bill.number}.pdf`,
      disposition: "inline",
    }),
    patientId: bill.patientId,
  };
}
