import type { ReactNode } from "react";
import { patientConsultations } from "#features/consultations/contract.ts";
import { PatientPending } from "#web/clinical/PatientPending.tsx";
import { usePatient } from "#web/clinical/use-patient.ts";
import { useCall } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { useToday } from "#web/hooks/use-today.ts";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { AppointmentDialog } from "./AppointmentDialog.tsx";

/** Books an appointment for a patient, starting at the day for which the last consultation asked them to return. */
export function BookForPatient({
  patientId,
  consents,
  onClose,
}: {
  patientId: number;
  /** Whether the patient is reminded. */
  consents: ReactNode;
  onClose: () => void;
}) {
  const params = { id: String(patientId) };
  const patient = usePatient(patientId);
  const mayRead = useCan()(patientConsultations);
  const consultations = useCall(
    patientConsultations,
    { params, query: { limit: "1", inError: "without" } },
    { enabled: mayRead },
  );
  const today = useToday();
  const isReady = !mayRead || consultations.data || consultations.error;
  if (!patient.data || !isReady)
    return (
      <Dialog open onClose={onClose} title="New Appointment">
        <PatientPending patient={patient} />
      </Dialog>
    );
  const [last] = consultations.data ?? [];
  const followUp = last?.followUpDate && last.followUpDate >= today ? last.followUpDate : null;
  return (
    <AppointmentDialog booking={{ patient: patient.data, followUp }} consents={consents} onClose={onClose} />
  );
}
