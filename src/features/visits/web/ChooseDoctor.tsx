import { Check } from "lucide-react";
import { useState } from "react";
import { onePatient } from "#features/patients/contract.ts";
import { patientVisits } from "#features/visits/contract.ts";
import { visitsUntil } from "#features/visits/visit-of-day.ts";
import type { VisitPurpose } from "#shared/clinical/visit-states.ts";
import { formatDay } from "#shared/formats/dates.ts";
import { type FindablePatient, FoundPatient } from "#web/clinical/FoundPatient.tsx";
import { useCall } from "#web/data/calls.ts";
import type { Doctor } from "#web/hooks/use-doctors.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { QueryPending } from "#web/QueryPending.tsx";
import { Button } from "#web/ui/Button.tsx";
import { DoctorLetter } from "#web/ui/DoctorLetter.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { PickOne } from "#web/ui/inputs/PickOne.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { type QueueGroups, waitInMinutes, waitingInWords } from "./day-words.ts";
import type { Queue } from "./use-queue.ts";

export type DoctorChoice = {
  doctors: readonly Doctor[];
  /** The doctor who is signed in. */
  own: Doctor | undefined;
  groupsOf: (doctor: Doctor) => QueueGroups;
};

/** For which of several doctors a patient waits. Who saw them last is proposed. */
export function ChooseDoctor({
  patientId,
  found,
  purpose,
  placeId,
  choice: { doctors, own, groupsOf },
  queue,
  onBack,
  onClose,
}: {
  patientId: number;
  /** Undefined: it is read. */
  found: FindablePatient | undefined;
  purpose: VisitPurpose;
  placeId: number | undefined;
  choice: DoctorChoice;
  queue: Queue;
  /** Back to the search. */
  onBack: (() => void) | undefined;
  onClose: () => void;
}) {
  const today = useToday();
  const params = { id: String(patientId) };
  const read = useCall(onePatient, { params }, { enabled: found === undefined });
  const patient = found ?? read.data;
  const visits = useCall(patientVisits, { params, query: visitsUntil(today) });
  const last = (visits.data ?? []).find(
    ({ withDoctorAt, practitionerId }) =>
      withDoctorAt !== null && doctors.some(({ id }) => id === practitionerId),
  );
  const [chosen, choose] = useState<string>();
  const [reason, setReason] = useState("");
  const proposed = last?.practitionerId ?? own?.id;
  const value = chosen ?? (proposed === undefined ? "" : String(proposed));
  const doctor = doctors.find(({ id }) => String(id) === value);
  // Who saw the patient last stands first.
  const ordered = doctors.toSorted(
    (one, other) => Number(other.id === proposed) - Number(one.id === proposed),
  );
  const add = async () => {
    if (!doctor) return;
    const draft = {
      placeId,
      practitionerId: doctor.id,
      reason: reason.trim() || undefined,
      purpose: purpose === "results" ? purpose : undefined,
    } as const;
    if (await queue.add(patientId, draft)) onClose();
  };
  const isReady = patient !== undefined && !visits.isPending;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add Walk-in"
      atTop
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
      bodyClassName="grid content-start gap-4"
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            icon={<Check />}
            busy={queue.addingId === patientId}
            disabled={!doctor || !isReady}
          >
            {doctor ? `Add to ${doctor.name}` : "Add to Queue"}
          </Button>
        </>
      }
    >
      {isReady ? (
        <>
          <div className="relative flex items-center gap-3 rounded-r-md bg-paper px-3 py-2.5 before:absolute before:inset-y-0 before:left-0 before:w-0.75 before:bg-brand-ring">
            <FoundPatient patient={patient} search={undefined} today={today} />
            {onBack && (
              <Button variant="ghost" size="sm" onClick={onBack} className="max-md:min-h-touch">
                Change
              </Button>
            )}
          </div>
          <PickOne
            label="Doctor"
            value={value}
            onChange={choose}
            options={ordered.map((each) => {
              const groups = groupsOf(each);
              const minutes = waitInMinutes(groups);
              return {
                value: String(each.id),
                mark: <DoctorLetter letter={each.letter} size={32} />,
                label: each.name,
                hint:
                  each.id === last?.practitionerId
                    ? `saw this patient last, ${formatDay(last.day)}`
                    : each.id === own?.id && "you",
                side: waitingInWords(groups.waiting.length),
                sideHint: minutes !== null && `about ${minutes} minutes`,
              };
            })}
          />
          <Field label="Reason" optional>
            <TextInput
              maxLength={500}
              autoComplete="off"
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
        </>
      ) : (
        <QueryPending
          query={found === undefined && read.error ? read : visits}
          title="Failed to load the patient"
          skeleton={<SkeletonRows rows={4} tall />}
          label="Loading the patient"
        />
      )}
    </Dialog>
  );
}
