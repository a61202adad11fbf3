import { type ReactNode, useState } from "react";
import { type Consultation, consultationPdf } from "#features/consultations/contract.ts";
import { isUsable, isVitalsAlone } from "#features/consultations/rules.ts";
import { typeWord } from "#features/consultations/words.ts";
import { patientPrescriptions } from "#features/prescriptions/contract.ts";
import { joinedDiagnoses } from "#shared/clinical/diagnosis-text.ts";
import { inErrorText } from "#shared/clinical/entered-in-error.ts";
import { presentIllnessLines } from "#shared/clinical/present-illness.ts";
import { isSameReading, measuredText, VITAL_SIGN_LABELS, VITAL_SIGNS } from "#shared/clinical/vital-signs.ts";
import { formatClock, formatInstant, formatLongDay, manilaDay } from "#shared/formats/dates.ts";
import { prescribedText } from "#shared/prescription/prescribed-text.ts";
import { ConfidentialBadge } from "#web/clinical/ConfidentialBadge.tsx";
import { ConfidentialLine } from "#web/clinical/ConfidentialLine.tsx";
import { DialogPatient } from "#web/clinical/DialogPatient.tsx";
import { PaperButtons } from "#web/clinical/PaperButtons.tsx";
import { usePatient } from "#web/clinical/use-patient.ts";
import { useCall } from "#web/data/calls.ts";
import { useDiscardQuestion } from "#web/forms/use-discard-question.tsx";
import { usePdf } from "#web/printing/use-pdf.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { cx } from "#web/ui/cx.ts";
import { FieldError } from "#web/ui/inputs/Field.tsx";
import { ChartList } from "#web/ui/lists/ChartList.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { Addenda } from "./Addenda.tsx";
import { InErrorNote, MarkInErrorLine } from "./EntryMark.tsx";

/** One consultation with everything that was written, at the time and later. */
export function ConsultationDialog({
  consultation,
  desk = [],
  onClose,
}: {
  consultation: Consultation;
  /** Vital signs that were recorded before it on the same day. */
  desk?: readonly Consultation[];
  onClose: () => void;
}) {
  const { data: patient } = usePatient(consultation.patientId);
  const { followUpDate } = consultation;
  const params = { id: String(consultation.patientId), consultationId: String(consultation.id) };
  const paper = usePdf(consultationPdf, { params }, "Failed to generate the consultation's PDF");
  const prescribed = usePrescribed(consultation);
  const [isTyping, setTyping] = useState(false);
  const { mayClose, question } = useDiscardQuestion(isTyping, "The addendum has not been saved yet.");
  return (
    <Dialog
      open
      onClose={onClose}
      mayClose={mayClose}
      title="Consultation Details"
      description={formatInstant(consultation.createdAt)}
      size="lg"
      patient={patient && <DialogPatient patient={patient} />}
      foot={isUsable(consultation) ? <PaperButtons paper={paper} /> : undefined}
      footNote={paper.failure && <FieldError>{paper.failure}</FieldError>}
    >
      <InErrorNote
        patientId={consultation.patientId}
        entry="consultation"
        of={consultation}
        className="mb-4"
      />
      <ChartList
        ruled
        // A visit with vital signs only lists what was recorded; a consultation also shows empty parts.
        lines={[
          {
            label: "Type",
            value: (
              <>
                <Badge small>{typeWord(consultation.consultationType)}</Badge>
                {consultation.isConfidential && " "}
                <ConfidentialBadge of={consultation} />
              </>
            ),
          },
          { label: "Consultation ID", value: <span className="tabular-nums">{consultation.id}</span> },
          { label: "Vital signs", value: vitalSignsList(consultation) },
          ...desk
            .filter((entry) => !isSame(entry, consultation))
            .map((entry) => ({
              label: `Vital signs, ${formatClock(entry.createdAt)}`,
              value: vitalSignsList(entry),
            })),
          { label: "Chief complaint", value: written(consultation.chiefComplaint) },
          { label: "History of present illness", value: illnessList(consultation.historyOfPresentIllness) },
          { label: "Physical examination", value: written(consultation.physicalExamination) },
          { label: "Diagnosis", value: diagnosisList(consultation) },
          { label: "Treatment plan", value: written(consultation.treatment) },
          ...(prescribed && !consultation.medications
            ? []
            : [{ label: "Medications", value: written(consultation.medications) }]),
          ...(prescribed ? [{ label: "Prescribed", value: written(prescribed) }] : []),
          { label: "Next Appointment", value: followUpDate && formatLongDay(followUpDate) },
          { label: "Additional notes", value: written(consultation.notes) },
        ].filter(({ value }) => value || !isVitalsAlone(consultation))}
      />
      <ConfidentialLine patientId={consultation.patientId} entry="consultation" of={consultation} />
      <Addenda consultation={consultation} onTyping={setTyping} />
      <MarkInErrorLine patientId={consultation.patientId} entry="consultation" of={consultation} />
      {question}
    </Dialog>
  );
}

/** The most that one response has. */
const mostPrescriptions = "100";

/** Medicines of the prescriptions of a consultation's day, as its print has them. */
function usePrescribed(consultation: Consultation): string | null {
  const { data = [] } = useCall(
    patientPrescriptions,
    {
      params: { id: String(consultation.patientId) },
      query: { limit: mostPrescriptions, withdrawn: "without" },
    },
    { enabled: !isVitalsAlone(consultation) },
  );
  const day = manilaDay(new Date(consultation.createdAt));
  const ofDay = data.filter(
    ({ createdAt, status, isConfidential }) =>
      status === "final" && !isConfidential && manilaDay(new Date(createdAt)) === day,
  );
  return prescribedText(ofDay.toReversed().flatMap(({ medications }) => medications)) || null;
}

/** Copied unchanged from the desk's entry, and neither was entered in error since. */
const isSame = (one: Consultation, other: Consultation) =>
  !one.vitalsInError && !other.vitalsInError && isSameReading(one.vitalSigns ?? {}, other.vitalSigns ?? {});

/** Keeps the typed line breaks. */
const written = (text: string | null): ReactNode => text && <p className="whitespace-pre-line">{text}</p>;

/** The text, then each diagnosis with its code. */
function diagnosisList(consultation: Consultation): ReactNode {
  const { diagnosis, diagnoses } = consultation;
  if (diagnoses.every(({ code }) => code === null)) return written(diagnosis);
  return (
    <>
      {diagnosis !== joinedDiagnoses(diagnoses) && written(diagnosis)}
      <ul>
        {diagnoses.map(({ words, code }) => (
          <li key={`${code} ${words}`}>
            {words} {code && <Badge small>{code}</Badge>}
          </li>
        ))}
      </ul>
    </>
  );
}

function vitalSignsList({ vitalSigns: vitals, vitalsInError, enteredInError }: Consultation): ReactNode {
  const measured = VITAL_SIGNS.filter((sign) => vitals?.[sign] != null);
  if (!vitals || measured.length === 0) return null;
  return (
    <>
      <ul className={cx("grid gap-x-6 md:grid-cols-2", vitalsInError && "text-ink-3 line-through")}>
        {measured.map((sign) => (
          <li key={sign} className="tabular-nums">
            <span className={cx(!vitalsInError && "text-ink-2")}>{VITAL_SIGN_LABELS[sign]}</span>{" "}
            {measuredText(vitals, sign)}
          </li>
        ))}
      </ul>
      {vitalsInError && !enteredInError && (
        <p className="text-sm text-ink-2 wrap-anywhere">{inErrorText(vitalsInError)}</p>
      )}
    </>
  );
}

function illnessList(stored: string | null): ReactNode {
  const lines = presentIllnessLines(stored);
  if (lines.length === 0) return null;
  return (
    <ul>
      {lines.map(({ label, value }) => (
        <li key={label}>
          <span className="text-ink-2">{label}</span> {value}
        </li>
      ))}
    </ul>
  );
}
