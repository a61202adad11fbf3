import type { MedicalResults } from "#web/clinical/use-medical-results.ts";
import { AdmissionNoField } from "./AdmissionNoField.tsx";
import { AgeAndBirthday } from "./AgeAndBirthday.tsx";
import { CustomFieldInputs } from "./CustomFieldInputs.tsx";
import { DuplicateWarning } from "./DuplicateWarning.tsx";
import { FirstVitalSigns, type FirstVitalsForm } from "./FirstVitalSigns.tsx";
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
import type { PatientForm } from "./patient-form.ts";

/** The single form's fields. */
export function AddPatientFields({
  form,
  vitals,
  results,
  free,
  onTaken,
  onOpenPatient,
}: {
  form: PatientForm;
  vitals: FirstVitalsForm;
  results: MedicalResults;
  free: string | null;
  onTaken: () => void;
  onOpenPatient?: ((patientId: number) => void) | undefined;
}) {
  return (
    <>
      <FormPart title="Patient Information">
        <AdmissionNoField form={form} free={free} onTaken={onTaken} />
        {/* The number is filled in, so typing starts here. */}
        <HospitalField form={form} list="single" autoFocus />
        <TextField
          form={form}
          name="patientName"
          required
          placeholder="Last Name, First Name Middle"
          maxLength={255}
        />
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
        <TextField form={form} name="referringPhysician" maxLength={255} />
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
