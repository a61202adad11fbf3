import {
  type Prescription,
  prescriptionPdf,
  savePrescription,
  withdrawPrescription,
} from "#features/prescriptions/contract.ts";
import { formatLongDay } from "#shared/formats/dates.ts";
import { ConfidentialLine } from "#web/clinical/ConfidentialLine.tsx";
import { SignedPaperDialog } from "#web/clinical/SignedPaperDialog.tsx";
import { SignedMark, useMayWithdraw } from "#web/clinical/signed-papers.tsx";
import { IfCan } from "#web/data/session.tsx";
import { usePaperSize } from "#web/printing/paper-size-choice.ts";
import { usePdf } from "#web/printing/use-pdf.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { PrescriptionRead } from "./PrescriptionRead.tsx";
import { ReleasePrescription } from "./ReleasePrescription.tsx";
import { WithdrawPrescriptionDialog } from "./WithdrawPrescriptionDialog.tsx";

/** One saved prescription in full, with its print and PDF. */
export function PrescriptionDetailDialog({
  prescription,
  onWriteAnew,
  onClose,
}: {
  prescription: Prescription;
  /** Opens the form with the content of a withdrawn one. */
  onWriteAnew: () => void;
  onClose: () => void;
}) {
  const params = { id: String(prescription.patientId), rxId: String(prescription.id) };
  const mayWithdraw = useMayWithdraw(withdrawPrescription, {
    ...prescription,
    state: prescription.status,
  });
  const pdf = usePdf(
    prescriptionPdf,
    { params, query: { paper: usePaperSize() } },
    "Failed to generate prescription",
  );
  return (
    <SignedPaperDialog
      title={`Prescription of ${formatLongDay(prescription.prescriptionDate)}`}
      state={prescription.status}
      mark={<SignedMark state={prescription.status} prepared="Prepared" of={prescription} />}
      paper={prescription}
      pdf={pdf}
      release={<ReleasePrescription prescription={prescription} />}
      releasedFor="printed or downloaded"
      withdraw={
        mayWithdraw
          ? (onDone) => <WithdrawPrescriptionDialog prescription={prescription} onClose={onDone} />
          : undefined
      }
      above={
        prescription.isConfidential && (
          <p>
            <Badge tone="info">Confidential</Badge>
          </p>
        )
      }
      anew={
        <IfCan do={savePrescription}>
          <Button size="sm" onClick={onWriteAnew}>
            Write Again
          </Button>
        </IfCan>
      }
      className="grid gap-5"
      onClose={onClose}
    >
      <PrescriptionRead prescription={prescription} />
      <ConfidentialLine patientId={prescription.patientId} entry="prescription" of={prescription} />
    </SignedPaperDialog>
  );
}
