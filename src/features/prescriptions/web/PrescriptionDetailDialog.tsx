import { Download, Printer } from "lucide-react";
import { useRef, useState } from "react";
import { type Prescription, prescriptionPdf, releasePrescription } from "#features/prescriptions/contract.ts";
import { formatInstant, formatLongDay } from "#shared/dates.ts";
import { callForFile } from "#web/api.ts";
import { isApiError } from "#web/api-error.ts";
import { saveFile } from "#web/save-file.ts";
import { IfCan } from "#web/session.tsx";
import { Button } from "#web/ui/Button.tsx";
import { ChartList } from "#web/ui/ChartList.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { FieldError } from "#web/ui/Field.tsx";
import { NoteBox } from "#web/ui/NoteBox.tsx";
import { PrescribedList } from "./PrescribedList.tsx";
import { HeaderOf, usePatient } from "./PrescriptionPatient.tsx";
import { PrescriptionState } from "./PrescriptionState.tsx";
import { placeForPrinting } from "./show-for-printing.ts";
import { useRelease } from "./use-prescriptions.ts";

const icon = { "aria-hidden": true, className: "size-4", strokeWidth: 1.75 } as const;
const heading = "mb-1.5 text-lg font-strong tracking-snug";

/** One saved prescription, whole, and its paper again. */
export function PrescriptionDetailDialog({
  prescription,
  onClose,
}: {
  prescription: Prescription;
  onClose: () => void;
}) {
  const patient = usePatient(prescription.patientId).data;
  const release = useRelease();
  const paper = usePaper(prescription);
  const isPrepared = prescription.status === "prepared";
  const params = { id: String(prescription.patientId), rxId: String(prescription.id) };
  const held = isPrepared
    ? { disabled: true, title: "The doctor must release it first", "aria-describedby": "held-back" }
    : {};
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Prescription of ${formatLongDay(prescription.prescriptionDate)}`}
      size="lg"
      head={<PrescriptionState prescription={prescription} />}
      {...(patient && { patient: <HeaderOf patient={patient} /> })}
      foot={
        <>
          <Button
            {...held}
            icon={<Printer {...icon} />}
            onClick={() => void paper.fetch("print")}
            busy={paper.fetching === "print"}
            className="max-md:flex-1"
          >
            Print
          </Button>
          <Button
            {...held}
            icon={<Download {...icon} />}
            onClick={() => void paper.fetch("download")}
            busy={paper.fetching === "download"}
          >
            Download PDF
          </Button>
        </>
      }
      footNote={paper.failure && <FieldError>{paper.failure}</FieldError>}
    >
      <div className="grid gap-5">
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
            { label: "Prescription ID", value: prescription.id },
            { label: "Created", value: formatInstant(prescription.createdAt) },
            ...(prescription.releasedAt &&
            prescription.preparedByName &&
            prescription.releasedAt !== prescription.createdAt
              ? [{ label: "Released", value: formatInstant(prescription.releasedAt) }]
              : []),
          ]}
        />
      </div>
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

/** Fetches the PDF of a saved prescription. A failure makes no toast: it is logged, and said quietly in the dialog. */
function usePaper({ id, patientId }: Prescription) {
  const [fetching, setFetching] = useState<"print" | "download" | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isBusy = useRef(false);
  const fetch = async (act: "print" | "download") => {
    if (isBusy.current) return;
    isBusy.current = true;
    setFetching(act);
    setFailure(null);
    const place = act === "print" ? placeForPrinting() : null;
    try {
      const params = { id: String(patientId), rxId: String(id) };
      const { file, name } = await callForFile(prescriptionPdf, { params });
      if (place) place.show(file, name);
      else saveFile(file, name);
    } catch (error) {
      place?.giveUp();
      console.error(error);
      const fallback = "Failed to generate prescription";
      setFailure(isApiError(error) ? error.shown(fallback) : fallback);
    } finally {
      isBusy.current = false;
      setFetching(null);
    }
  };
  return { fetching, failure, fetch };
}
