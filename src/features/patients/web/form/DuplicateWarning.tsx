import { useState } from "react";
import { type LikelyDuplicate, traitLabels } from "#features/patients/contract.ts";
import { ageSex } from "#shared/clinical/age.ts";
import { formatDay, isCalendarDay, manilaDay } from "#shared/formats/dates.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { Initials } from "#web/ui/Initials.tsx";
import { VisuallyHidden } from "#web/ui/VisuallyHidden.tsx";
import { duplicateKey, noteOther } from "./other-people.ts";
import type { PatientForm } from "./patient-form.ts";
import { useLikelyDuplicates } from "./use-likely-duplicates.ts";

/** The same name with the same birthday, phone or PhilHealth number. */
export const isExact = ({ matches }: LikelyDuplicate): boolean =>
  matches.includes("name") && matches.length > 1;

/** Registered patients who may be the one in the form. A hint: the server asks once on Save. */
export function DuplicateWarning({
  form,
  onOpen,
  onUse,
}: {
  form: PatientForm;
  /** Opens the record over the form; undefined for users who may not see patients. */
  onOpen?: ((patientId: number) => void) | undefined;
  /** Takes the registered patient instead of the one in the form. */
  onUse?: ((patientId: number) => void) | undefined;
}) {
  const likely = useLikelyDuplicates(form);
  const [others, setOthers] = useState<ReadonlySet<string>>(new Set());
  const shown = likely.filter((patient) => !others.has(duplicateKey(patient)));
  const dismiss = (patient: LikelyDuplicate) => {
    noteOther(form, patient);
    setOthers(new Set([...others, duplicateKey(patient)]));
    // The pressed button disappears with its card.
    form.setFocus("patientName");
  };
  return (
    <>
      <VisuallyHidden>
        <span role="status">
          {shown.length > 0 &&
            `Possible duplicate: ${shown.map(({ patientName }) => patientName).join("; ")}`}
        </span>
      </VisuallyHidden>
      {shown.length > 0 && (
        <NoteBox tone="warn" role="note" title="Possible duplicate">
          <ul aria-label="Possible duplicate" className="mt-2 grid gap-2 text-ink">
            {shown.map((patient) => (
              <Card
                key={duplicateKey(patient)}
                patient={patient}
                onOpen={onOpen}
                onUse={onUse}
                onDismiss={() => dismiss(patient)}
              />
            ))}
          </ul>
        </NoteBox>
      )}
    </>
  );
}

function Card({
  patient,
  onOpen,
  onUse,
  onDismiss,
}: {
  patient: LikelyDuplicate;
  onOpen: ((patientId: number) => void) | undefined;
  onUse: ((patientId: number) => void) | undefined;
  onDismiss: () => void;
}) {
  const { id, patientName, hospital, lastVisitAt, isArchived, isMasked, matches } = patient;
  const facts = useFacts(patient);
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 rounded-md border border-line bg-surface p-3">
      {!isMasked && <Initials name={patientName} of="patient" />}
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-strong text-balance wrap-anywhere">{patientName}</p>
        {facts.length > 0 && <p className="text-ink-2 tabular-nums">{facts.join(" · ")}</p>}
        {hospital !== null && (
          <p className="text-ink-3 wrap-anywhere">
            {hospital}
            {lastVisitAt && ` · Last visit ${formatDay(manilaDay(new Date(lastVisitAt)))}`}
          </p>
        )}
        {isMasked && <p className="text-ink-3">Ask a colleague who may see patients.</p>}
        <p className="mt-1 flex flex-wrap gap-1.5">
          {matches.map((trait) => (
            <Badge key={trait} small tone="warn">
              {traitLabels[trait]}
            </Badge>
          ))}
          {isArchived && <Badge small>Archived</Badge>}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1">
        {id !== null && onUse && !isArchived && (
          <Button
            size="sm"
            variant={isExact(patient) ? "primary" : "secondary"}
            aria-label={`Use this patient: ${patientName}`}
            onClick={() => onUse(id)}
          >
            Use This Patient
          </Button>
        )}
        {id !== null && onOpen && (
          <Button size="sm" aria-label={`Open ${patientName}`} onClick={() => onOpen(id)}>
            Open
          </Button>
        )}
        <Button
          size="sm"
          variant="ghost"
          aria-label={`${patientName}: not the same person`}
          onClick={onDismiss}
        >
          Not the Same Person
        </Button>
      </div>
    </li>
  );
}

/** "67 / F", "Mar 4, 1959", the admission number; only the year when masked. */
function useFacts({ sex, age, birthday, admissionNo }: LikelyDuplicate): string[] {
  const today = useToday();
  const facts: string[] = [];
  if (sex) facts.push(ageSex({ age, birthday, sex }, today));
  if (birthday) facts.push(isCalendarDay(birthday) ? formatDay(birthday) : `Born ${birthday}`);
  if (admissionNo) facts.push(admissionNo);
  return facts;
}
