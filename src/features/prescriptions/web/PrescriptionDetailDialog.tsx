import { useState } from "react";
import {
  type Prescription,
  prescriptionPdf,
  releasePrescription,
  savePrescription,
} from "#features/prescriptions/contract.ts";
import { formatInstant, formatLongDay } from "#shared/formats/dates.ts";
import { released } from "#shared/terms.ts";
import { ConfidentialLine } from "#web/clinical/ConfidentialLine.tsx";
import { DialogPatient } from "#web/clinical/DialogPatient.tsx";
import { PaperButtons } from "#web/clinical/PaperButtons.tsx";
import { usePatient } from "#web/clinical/use-patient.ts";
import { WithdrawnNote } from "#web/clinical/WithdrawnNote.tsx";
import { IfCan } from "#web/data/session.tsx";
import { usePaperSize } from "#web/printing/paper-size-choice.ts";
import { usePdf } from "#web/printing/use-pdf.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { FieldError } from "#web/ui/inputs/Field.tsx";
import { ChartList } from "#web/ui/lists/ChartList.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { PrescribedList } from "./PrescribedList.tsx";
import { PrescriptionState } from "./PrescriptionState.tsx";
import { useMayWithdraw } from "./use-may-withdraw.ts";
import { useRelease } from "./use-prescriptions.ts";
import { WithdrawPrescriptionDialog } from "./WithdrawPrescriptionDialog.tsx";

const heading = "mb-1.5 text-lg font-strong tracking-snug";

/** One saved prescription in full, with its print and PDF. */
export function PrescriptionDetailDialog({
  prescription,
  onWriteAnew,
  onClose,
}: {
  prescription: Prescription;
  /** Opens the form with what a withdrawn one said. */
  onWriteAnew: () => void;
  onClose: () => void;
}) {
  const patient = usePatient(prescription.patientId).data;
  const release = useRelease();
  const [isWithdrawing, setWithdrawing] = useState(false);
  const mayWithdraw = useMayWithdraw(prescription);
  const isPrepared = prescription.status === "prepared";
  const params = { id: String(prescription.patientId), rxId: String(prescription.id) };
  const paper = usePdf(
    prescriptionPdf,
    { params, query: { paper: usePaperSize() } },
    "Failed to generate prescription",
  );
  const held =
    prescription.status === "final"
      ? undefined
      : {
          disabled: true,
          title: isPrepared ? "The doctor must release it first" : "It was withdrawn",
          "aria-describedby": "held-back",
        };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Prescription of ${formatLongDay(prescription.prescriptionDate)}`}
      size="lg"
      head={<PrescriptionState prescription={prescription} />}
      {...(patient && { patient: <DialogPatient patient={patient} /> })}
      foot={
        <>
          {mayWithdraw && (
            <Button variant="ghost" onClick={() => setWithdrawing(true)} className="max-md:flex-1">
              Withdraw
            </Button>
          )}
          <PaperButtons paper={paper} held={held} />
        </>
      }
      footNote={paper.failure && <FieldError>{paper.failure}</FieldError>}
    >
      <div className="grid gap-5">
        {prescription.isConfidential && (
          <p>
            <Badge tone="info">Confidential</Badge>
          </p>
        )}
        {isPrepared && (
          <NoteBox
            tone="warn"
            actions={
              <IfCan do={releasePrescription}>
                <Button
                  size="sm"
                  busy={release.isPending}
                  busyLabel="Releasing…"
                  onClick={() => release.mutate({ params })}
                >
                  Release
                </Button>
              </IfCan>
            }
          >
            <span id="held-back">
              Prepared{prescription.preparedByName && ` by ${prescription.preparedByName}`}. The doctor must
              release it before it can be printed or downloaded.
            </span>
          </NoteBox>
        )}
        <WithdrawnNote
          id="held-back"
          of={prescription}
          actions={
            <IfCan do={savePrescription}>
              <Button size="sm" onClick={onWriteAnew}>
                Write Anew
              </Button>
            </IfCan>
          }
        />
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
      </div>
      {isWithdrawing && (
        <WithdrawPrescriptionDialog prescription={prescription} onClose={() => setWithdrawing(false)} />
      )}
    </Dialog>
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
