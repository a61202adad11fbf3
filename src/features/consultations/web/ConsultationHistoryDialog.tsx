import type { ReactNode } from "react";
import type { Patient } from "#features/patients/contract.ts";
import { ageSex } from "#shared/clinical/age.ts";
import { formatLongDay } from "#shared/formats/dates.ts";
import { formatPhone } from "#shared/formats/phone.ts";
import { DialogPatient } from "#web/clinical/DialogPatient.tsx";
import { PatientPending } from "#web/clinical/PatientPending.tsx";
import { usePatient } from "#web/clinical/use-patient.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { Section } from "#web/ui/frame/Section.tsx";
import { ChartList } from "#web/ui/lists/ChartList.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { FullHistories } from "./full-history/FullHistories.tsx";

/** All consultations and prescriptions of one patient. */
export function ConsultationHistoryDialog({
  patientId,
  onClose,
  prescriptions,
  visits,
}: {
  patientId: number;
  onClose: () => void;
  /** The Prescription History, which another feature draws. */
  prescriptions: ReactNode;
  /** The Consultation Records. */
  visits: ReactNode;
}) {
  const patient = usePatient(patientId);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Consultation History"
      size="wide"
      patient={patient.data && <DialogPatient patient={patient.data} />}
    >
      {patient.data ? (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 max-md:gap-4 lg:grid-cols-[17.5rem_minmax(0,1fr)]">
          <div className="lg:sticky lg:top-0">
            <PatientInformation patient={patient.data} />
          </div>
          <div className="grid min-w-0 gap-5 max-md:gap-4">
            {prescriptions}
            {visits}
            <FullHistories patientId={patientId} />
          </div>
        </div>
      ) : (
        <PatientPending patient={patient} />
      )}
    </Dialog>
  );
}

function PatientInformation({ patient }: { patient: Patient }) {
  const today = useToday();
  const { birthday, contactNumber } = patient;
  return (
    <Section title="Patient Information">
      <ChartList
        margin="6rem"
        lines={[
          { label: "Name", value: patient.patientName },
          { label: "Admission No.", value: <span className="tabular-nums">{patient.admissionNo}</span> },
          { label: "Age / Sex", value: ageSex(patient, today) },
          { label: "Birthday", value: birthday ? formatLongDay(birthday) : "Not provided" },
          { label: "Hospital", value: patient.hospital },
          { label: "Status", value: patient.admissionStatus },
          { label: "Contact", value: contactNumber && formatPhone(contactNumber) },
        ]}
      />
    </Section>
  );
}
