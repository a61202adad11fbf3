import { AdmissionNoField } from "./AdmissionNoField.tsx";
import { AgeAndBirthday } from "./AgeAndBirthday.tsx";
import { CustomFieldInputs } from "./CustomFieldInputs.tsx";
import { DuplicateWarning } from "./DuplicateWarning.tsx";
import { FirstVitalSigns } from "./FirstVitalSigns.tsx";
import { FormProblems } from "./FormNotes.tsx";
import { HospitalField } from "./HospitalField.tsx";
import { MedicalResultsUpload } from "./MedicalResultsUpload.tsx";
import {
  AllergiesField,
  DetailFields,
  FormPart,
  LongField,
  PaymentFields,
  SexField,
  StayFields,
  TextField,
} from "./PatientFields.tsx";
import type { AddPatientForm } from "./use-add-patient-form.ts";
import { WalkInFields } from "./WalkInFields.tsx";

/** The fields of Add New Patient: a walk-in's, or all. */
export function AddPatientFields({
  adding,
  onOpenPatient,
  onAdmit,
}: {
  adding: AddPatientForm;
  onOpenPatient?: ((patientId: number) => void) | undefined;
  onAdmit?: (() => void) | undefined;
}) {
  const { form, entry, isWhole } = adding;
  return (
    <>
      <FormProblems form={form} />
      {isWhole ? (
        <AllFields adding={adding} onOpenPatient={onOpenPatient} />
      ) : (
        <WalkInFields {...{ form, entry, onOpenPatient, onAdmit }} onUse={adding.onUse} />
      )}
    </>
  );
}

function AllFields({
  adding: { form, vitals, results, free, clearFreeNumber },
  onOpenPatient,
}: {
  adding: AddPatientForm;
  onOpenPatient: ((patientId: number) => void) | undefined;
}) {
  return (
    <>
      <FormPart title="Patient Information">
        <AdmissionNoField form={form} free={free} onTaken={clearFreeNumber} />
        {/* The number is filled in, so typing starts here. */}
        <HospitalField form={form} list="single" autoFocus />
        <TextField form={form} name="patientName" required placeholder="Last Name, First Name Middle" />
        <div className="grid gap-4 md:grid-cols-3">
          <AgeAndBirthday form={form} />
          <SexField form={form} />
        </div>
        <DetailFields form={form} />
        <DuplicateWarning form={form} onOpen={onOpenPatient} />
        <AllergiesField form={form} />
        <CustomFieldInputs form={form} />
      </FormPart>
      <FormPart title="Admission">
        <StayFields form={form} />
      </FormPart>
      <FormPart title="Medical Information">
        <LongField form={form} name="chiefComplaint" />
        <LongField form={form} name="preopDiagnosis" />
        <LongField form={form} name="surgicalProcedure" />
        <LongField form={form} name="postopDiagnosis" />
        <TextField form={form} name="referringPhysician" />
      </FormPart>
      <FormPart title="Payment">
        <PaymentFields form={form} />
      </FormPart>
      <FormPart title="Record Vital Signs">
        <FirstVitalSigns form={form} vitals={vitals} />
      </FormPart>
      <MedicalResultsUpload results={results} />
      <FormPart title="Remarks">
        <LongField form={form} name="remarks" hideLabel />
      </FormPart>
    </>
  );
}
