import { useEffect, useRef, useState } from "react";
import { patientBills } from "#features/billing/contract.ts";
import { type Patient, patientStatuses } from "#features/patients/contract.ts";
import { centavos } from "#shared/formats/money.ts";
import type { MedicalResults } from "#web/clinical/use-medical-results.ts";
import { usePatient } from "#web/clinical/use-patient.ts";
import { useCall } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { AdmissionNoField } from "./AdmissionNoField.tsx";
import { AgeAndBirthday } from "./AgeAndBirthday.tsx";
import { AppointmentField } from "./AppointmentField.tsx";
import { CustomFieldInputs } from "./CustomFieldInputs.tsx";
import { HospitalField } from "./HospitalField.tsx";
import { MedicalResultsUpload } from "./MedicalResultsUpload.tsx";
import { namesIn } from "./names-in.ts";
import {
  AllergiesField,
  ChoiceField,
  DetailFields,
  FormPart,
  LongField,
  PaymentFields,
  SexField,
  StayFields,
  TextField,
} from "./PatientFields.tsx";
import { PhotoField } from "./PhotoField.tsx";
import type { PatientForm } from "./patient-form.ts";

/** The edit form's fields; those that only this form has are under More details. */
export function EditPatientFields({
  form,
  results,
  stored,
  startAt,
  free,
  onTaken,
}: {
  form: PatientForm;
  results: MedicalResults;
  stored: Patient;
  startAt?: "birthday" | undefined;
  free: string | null;
  onTaken: () => void;
}) {
  return (
    <>
      <FormPart title="Patient Information">
        <AdmissionNoField form={form} free={free} onTaken={onTaken} />
        <HospitalField form={form} list="edit" stored={stored.hospital} />
        <TextField form={form} name="patientName" required />
        <div className="grid gap-4 md:grid-cols-3">
          <AgeAndBirthday form={form} storedAge={stored.age} autoFocus={startAt === "birthday"} />
          <SexField form={form} isKnown />
        </div>
        <AllergiesField form={form} />
        <CustomFieldInputs form={form} />
      </FormPart>
      <FormPart title="Status">
        <StayFields form={form} />
        <PaymentFields form={form} billNumber={useBillNumber(stored.id)} />
      </FormPart>
      <FormPart title="Medical Information">
        <LongField form={form} name="preopDiagnosis" />
        <LongField form={form} name="surgicalProcedure" />
        <LongField form={form} name="postopDiagnosis" />
        <TextField form={form} name="referringPhysician" />
        <LongField form={form} name="remarks" />
      </FormPart>
      <MedicalResultsUpload results={results} stored={stored} />
      <MoreDetails form={form} patient={stored} />
    </>
  );
}

/** Of the bill whose sum and state the record shows. */
function useBillNumber(patientId: number): string | undefined {
  const { data } = useCall(
    patientBills,
    { params: { id: String(patientId) } },
    { enabled: useCan()(patientBills) },
  );
  const bills = data?.bills.filter(({ state }) => state !== "void") ?? [];
  return (bills.find(({ patientBalance }) => centavos(patientBalance) > 0n) ?? bills[0])?.number;
}

function MoreDetails({ form, patient }: { form: PatientForm; patient: Patient }) {
  // The current record: a photo is saved separately from the form.
  const { data: current = patient } = usePatient(patient.id);
  const [isOpen, setOpen] = useState(false);
  const details = useRef<HTMLDetailsElement>(null);
  const { errors } = form.formState;
  useEffect(() => {
    const isWrong = namesIn(details.current).some((name) => name in errors);
    if (isWrong) setOpen(true);
  }, [errors]);
  return (
    <details
      ref={details}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="border-t border-line pt-4"
    >
      <summary className="min-h-6 w-fit cursor-pointer rounded-sm text-lg font-strong tracking-snug max-md:min-h-touch">
        More details
      </summary>
      <div className="mt-4 grid gap-4">
        <PhotoField patient={current} />
        <ChoiceField form={form} name="patientStatus" options={patientStatuses} />
        <AppointmentField form={form} patientId={patient.id} />
        <DetailFields form={form} />
        <TextField form={form} name="physicianInCharge" />
        <LongField form={form} name="chiefComplaint" />
        <LongField form={form} name="historyOfPresentIllness" rows={3} />
        <LongField form={form} name="internalNotes" hint="Only your clinic reads these." />
      </div>
    </details>
  );
}
