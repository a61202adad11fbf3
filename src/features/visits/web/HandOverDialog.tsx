import { ArrowLeftRight } from "lucide-react";
import { useState } from "react";
import type { Visit } from "#features/visits/contract.ts";
import { takeVisitBack, transferVisit } from "#features/visits/handover-contract.ts";
import { ageSex } from "#shared/clinical/age.ts";
import { queueNumber } from "#shared/clinical/queue-number.ts";
import { formatClock } from "#shared/formats/dates.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import type { Doctor } from "#web/hooks/use-doctors.ts";
import { Button } from "#web/ui/Button.tsx";
import { DoctorLetter } from "#web/ui/DoctorLetter.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { PickOne } from "#web/ui/inputs/PickOne.tsx";
import { TextArea } from "#web/ui/inputs/TextArea.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { notify } from "#web/ui/overlays/notify.ts";
import { visitName, waitingInWords } from "./day-words.ts";

const failed = { title: "Error", fallback: "The patient could not be handed over" };

/** To which doctor a patient is handed, with a note. */
export function HandOverDialog({
  visit,
  doctors,
  waitingOf,
  onClose,
}: {
  visit: Visit;
  doctors: readonly Doctor[];
  /** How many wait for a doctor. */
  waitingOf: (doctor: Doctor) => number;
  onClose: () => void;
}) {
  const others = doctors.filter(({ id }) => id !== visit.practitionerId);
  const [chosen, choose] = useState(String(others[0]?.id));
  const [note, setNote] = useState("");
  const to = others.find(({ id }) => String(id) === chosen);
  const handing = useEndpointMutation(transferVisit, { done: null, failed, invalidatesOnError: true });
  const takingBack = useEndpointMutation(takeVisitBack, { done: null, failed, invalidatesOnError: true });
  const hand = async () => {
    if (!to) return;
    const params = { id: String(visit.id) };
    const words = note.trim();
    const sent = { params, body: { practitionerId: to.id, ...(words && { note: words }) } };
    const handed = await handing.mutateAsync(sent).catch(() => null);
    if (!handed) return;
    notify({
      kind: "success",
      title: `Handed to ${to.name}`,
      description: visitName(handed as Visit),
      undo: () => takingBack.mutate({ params }),
    });
    onClose();
  };
  const number = queueNumber(visit);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Hand to another doctor"
      description={`${number} ${visit.patientName}, ${ageSex(visit, visit.day)}`}
      onSubmit={(event) => {
        event.preventDefault();
        void hand();
      }}
      bodyClassName="grid content-start gap-4"
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            icon={<ArrowLeftRight />}
            busy={handing.isPending}
            disabled={!to}
          >
            Hand to {to?.name}
          </Button>
        </>
      }
    >
      <PickOne
        label="Doctor"
        hideLabel
        value={chosen}
        onChange={choose}
        options={others.map((doctor) => ({
          value: String(doctor.id),
          mark: <DoctorLetter letter={doctor.letter} size={32} />,
          label: doctor.name,
          side: waitingInWords(waitingOf(doctor)),
          sideHint: visit.arrivedAt && `arrival ${formatClock(visit.arrivedAt)} is kept`,
        }))}
      />
      <Field label="Note to the doctor" optional>
        <TextArea rows={3} maxLength={500} value={note} onChange={(event) => setNote(event.target.value)} />
      </Field>
      <NoteBox>
        The patient gets a new number. {number} is not given again today, and the waiting room changes at
        once.
      </NoteBox>
    </Dialog>
  );
}
