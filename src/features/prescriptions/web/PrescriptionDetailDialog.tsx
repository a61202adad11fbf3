import {
  type Prescription,
  prescriptionPdf,
  savePrescription,
  withdrawPrescription,
} from "#features/prescriptions/contract.ts";
import { formatInstant, formatLongDay } from "#shared/formats/dates.ts";
import { released } from "#shared/terms.ts";
import { ConfidentialLine } from "#web/clinical/ConfidentialLine.tsx";
import { SignedPaperDialog } from "#web/clinical/SignedPaperDialog.tsx";
import { SignedMark, useMayWithdraw } from "#web/clinical/signed-papers.tsx";
import { IfCan } from "#web/data/session.tsx";
import { usePaperSize } from "#web/printing/paper-size-choice.ts";
import { usePdf } from "#web/printing/use-pdf.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { ChartList } from "#web/ui/lists/ChartList.tsx";
import { PrescribedList } from "./PrescribedList.tsx";
import { ReleasePrescription } from "./ReleasePrescription.tsx";
import { WithdrawPrescriptionDialog } from "./WithdrawPrescriptionDialog.tsx";

const heading = "mb-1.5 text-lg font-strong tracking-snug";

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
    state: prescription.status,
    isOwn: prescription.isOwn,
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
      mark={<SignedMark state={prescription.status} prepared="Prepared" />}
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
      <section aria-labelledby="rx-physician">
        <h3 id="rx-physician" className={heading}>
          Prescribing physician
        </h3>
        <ChartList lines={physicianLines(prescription)} />
      </section>
      <section aria-labelledby="rx-diagnosis">
        <h3 id="rx-diagnosis" className={heading}>
          Diagnosis
        </h3>
        <p className="whitespace-pre-line wrap-anywhere">
          {prescription.diagnosis ?? <span className="text-ink-3">Not specified</span>}
        </p>
      </section>
      <section aria-labelledby="rx-medications">
        <h3 id="rx-medications" className={heading}>
          Medications
        </h3>
        <PrescribedList medications={prescription.medications} />
      </section>
      {prescription.additionalInstructions && (
        <section aria-labelledby="rx-instructions">
          <h3 id="rx-instructions" className={heading}>
            Additional instructions
          </h3>
          <p className="whitespace-pre-line wrap-anywhere">{prescription.additionalInstructions}</p>
        </section>
      )}
      <ChartList
        lines={[
          ...(prescription.allergyReason
            ? [{ label: "Prescribed despite allergy", value: prescription.allergyReason }]
            : []),
          { label: "Prescription ID", value: prescription.id },
          { label: "Created", value: formatInstant(prescription.createdAt) },
          ...(prescription.releasedAt &&
          prescription.preparedByName &&
          prescription.releasedAt !== prescription.createdAt
            ? [{ label: "Released", value: `${formatInstant(prescription.releasedAt)}. ${released}` }]
            : []),
        ]}
      />
      <ConfidentialLine patientId={prescription.patientId} entry="prescription" of={prescription} />
    </SignedPaperDialog>
  );
}

const physicianLines = (prescription: Prescription) => [
  { label: "Name", value: prescription.physicianName },
  { label: "License number", value: prescription.physicianLicense },
  ...[
    { label: "Specialization", value: prescription.physicianSpecialization },
    { label: "PTR number", value: prescription.physicianPTR },
    { label: "S2 number", value: prescription.physicianS2 },
  ].filter(({ value }) => value),
];
