import { useState } from "react";
import { Alerts } from "#app/web/pages/record/RecordHead.tsx";
import { bookAppointment } from "#features/appointments/contract.ts";
import { FollowUpSlots } from "#features/appointments/web/FollowUpSlots.tsx";
import type { FreeSlot } from "#features/appointments/web/SlotChips.tsx";
import { useBookAppointment } from "#features/appointments/web/use-book-appointment.ts";
import { NewConsultationWizard } from "#features/consultations/web/NewConsultationWizard.tsx";
import type { PlannedPapers } from "#features/consultations/web/planned-prescription.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { useCan } from "#web/data/session.tsx";
import { StripLine } from "./StripLine.tsx";

const dayOf = ({ startsAt }: FreeSlot) => manilaDay(new Date(startsAt));

/** A new consultation; with its follow-up date an appointment can be booked. */
export function ConsultationWithAppointment({
  patientId,
  onPlanned,
  onClose,
}: {
  patientId: number;
  onPlanned: (papers: PlannedPapers) => void;
  onClose: () => void;
}) {
  const [slot, setSlot] = useState<FreeSlot | null>(null);
  const book = useBookAppointment({ title: "Error", fallback: "The appointment could not be booked" });
  const mayBook = useCan()(bookAppointment);
  return (
    <NewConsultationWizard
      patientId={patientId}
      alerts={<Alerts patientId={patientId} />}
      strip={<StripLine patientId={patientId} />}
      onPlanned={onPlanned}
      onClose={onClose}
      {...(mayBook && {
        appointment: (day, comeBack) => (
          <FollowUpSlots
            day={day}
            chosen={slot && dayOf(slot) === day ? slot : null}
            onChoose={(chosen) => {
              setSlot(chosen);
              if (chosen) comeBack(dayOf(chosen));
            }}
          />
        ),
        onSaved: ({ followUpDate }) => {
          if (slot && dayOf(slot) === followUpDate)
            book.mutate({ body: { patientId, ...slot, reason: "Follow-up" } });
        },
      })}
    />
  );
}
