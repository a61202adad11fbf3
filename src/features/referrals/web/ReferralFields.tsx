import type { Patient } from "#features/patients/contract.ts";
import type { availableClinics } from "#features/referrals/contract.ts";
import { ADULT_FROM_MONTHS, ageInMonths } from "#shared/clinical/age.ts";
import { ClinicalTextArea } from "#web/clinical/ClinicalTextArea.tsx";
import { PaperDoctorField } from "#web/clinical/PaperDoctorField.tsx";
import type { ChosenDoctor } from "#web/clinical/use-paper-doctor.ts";
import type { useCall } from "#web/data/calls.ts";
import { dateBounds } from "#web/forms/date-bounds.ts";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { DateInput } from "#web/ui/inputs/DateInput.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { RadioGroup } from "#web/ui/inputs/RadioGroup.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { ClinicField, doctorOf } from "./ClinicField.tsx";
import { FromRecordFields } from "./FromRecordFields.tsx";
import { agreers, type ReferralForm } from "./referral-form.ts";
import type { FromRecord } from "./use-from-record.ts";
import { WhatIsShared } from "./WhatIsShared.tsx";

/** The clinic, the reason, what is shared, and the consent. */
export function ReferralFields({
  form,
  patient,
  clinics,
  doctor,
  fromRecord,
  today,
}: {
  form: ReferralForm;
  patient: Patient;
  clinics: ReturnType<typeof useCall<typeof availableClinics>>;
  doctor: ChosenDoctor;
  fromRecord: FromRecord;
  today: string;
}) {
  const { register, watch, formState } = form;
  const { errors } = formState;
  // Registered here, so that the first invalid field is the first on the screen.
  const clinicField = register("toClinicId");
  const isOutside = watch("to") === "outside";
  const chosen = clinics.data?.find(({ id }) => String(id) === watch("toClinicId"));
  const months = ageInMonths(patient, today);
  return (
    <div className="grid gap-4">
      <RadioGroup
        label="Refer to"
        inline
        options={[
          { value: "klinika", label: "A clinic on Klinika" },
          { value: "outside", label: "A clinic outside Klinika" },
        ]}
        defaultValue={watch("to")}
        {...register("to")}
      />
      <PaperDoctorField
        doctor={doctor}
        error={errors.practitionerId?.message}
        onChoose={(practitionerId) => {
          form.clearErrors("practitionerId");
          form.setValue("practitionerId", practitionerId, { shouldDirty: true });
        }}
      />
      {doctor.practitionerId !== undefined && !doctor.isSigner && (
        <NoteBox tone="info">The letter is prepared for {doctor.name}, who must release it.</NoteBox>
      )}
      {isOutside ? (
        <>
          <Field label="Clinic or doctor" required error={errors.toClinicName?.message}>
            <TextInput autoComplete="off" {...register("toClinicName")} />
          </Field>
          <Field label="Address" optional error={errors.toAddress?.message}>
            <TextInput autoComplete="off" {...register("toAddress")} />
          </Field>
        </>
      ) : (
        <div className="grid gap-2">
          <ClinicField form={form} field={clinicField} clinics={clinics} />
          {chosen && !chosen.isVerified && (
            <NoteBox tone="warn">
              This clinic is not verified. It says it is {chosen.name}
              {doctorOf(chosen) && ` of ${doctorOf(chosen)}`}
              {chosen.address && `, ${chosen.address}`}. Call the doctor if you are not sure.
            </NoteBox>
          )}
        </div>
      )}
      <Field label="Referral reason" required error={errors.referralReason?.message}>
        <ClinicalTextArea rows={3} {...register("referralReason")} />
      </Field>
      <Field label="Notes" optional error={errors.referralNotes?.message}>
        <ClinicalTextArea rows={2} {...register("referralNotes")} />
      </Field>
      <FromRecordFields form={form} record={fromRecord} />
      <WhatIsShared
        patient={patient}
        clinicName={chosen?.name}
        isOutside={isOutside}
        above={[
          watch("pregnancy").trim() !== "" && "pregnancy",
          watch("currentMedicines").trim() !== "" && "current medicines",
        ]}
      />
      <div className="grid gap-4 md:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
        <RadioGroup
          label="Consent given by"
          required
          options={agreers}
          error={errors.agreedBy?.message}
          {...(months !== null &&
            months < ADULT_FROM_MONTHS && { hint: "Under 18: a parent or guardian agrees." })}
          defaultValue={watch("agreedBy")}
          {...register("agreedBy")}
        />
        <Field label="Agreed on" required error={errors.agreedOn?.message}>
          <DateInput {...register("agreedOn")} {...dateBounds("consent", { today })} />
        </Field>
      </div>
    </div>
  );
}
