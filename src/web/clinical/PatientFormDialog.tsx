import type { ReactNode } from "react";
import type { Patient } from "#features/patients/contract.ts";
import { FormDialog, type FormDialogState } from "#web/forms/FormDialog.tsx";
import { AskSex } from "./AskSex.tsx";
import { DialogPatient } from "./DialogPatient.tsx";
import { PatientPending } from "./PatientPending.tsx";
import type { usePatient } from "./use-patient.ts";

/** A form about one patient, with the patient's name above it. */
export function PatientFormDialog({
  patient,
  isLoading = false,
  children,
  ...form
}: FormDialogState & {
  patient: ReturnType<typeof usePatient>;
  title: string;
  /** Part of the fields is still being loaded: it cannot be sent yet. */
  isLoading?: boolean;
  /** The submit button's label, and its label while submitting. */
  save: string;
  busyLabel?: string;
  /** The fields. */
  children: (patient: Patient) => ReactNode;
}) {
  const { data } = patient;
  return (
    <FormDialog
      {...form}
      size="lg"
      patient={data && <DialogPatient patient={data} alerts={<AskSex patient={data} />} />}
      disabled={!data || isLoading}
      hasOwnOffer={!data}
    >
      {data ? children(data) : <PatientPending patient={patient} />}
    </FormDialog>
  );
}
