import { type FormEvent, useMemo, useState } from "react";
import type { Appointment } from "#features/appointments/contract.ts";
import { useMedicalResults } from "#web/clinical/use-medical-results.ts";
import { noTypedVitalSigns } from "#web/clinical/vital-signs-form.ts";
import { useDraft } from "#web/drafts/use-draft.ts";
import { useZodForm } from "#web/forms/form.ts";
import { useDoctors } from "#web/hooks/use-doctors.ts";
import { useNextAdmissionNumber } from "./AdmissionNoField.tsx";
import { keyedValues } from "./custom-field-values.ts";
import { FirstVitals, type FirstVitalsForm } from "./FirstVitalSigns.tsx";
import { lastHospital } from "./last-hospital.ts";
import { blankPatient, type PatientForm, singleDraft, walkInDraft } from "./patient-form.ts";
import { QueueEntry, type QueueEntryForm } from "./queue-entry.ts";
import { useAddPatient } from "./use-add-patient.ts";
import { useAddWalkIn } from "./use-add-walk-in.ts";
import { useCustomFields } from "./use-custom-fields.ts";

/** What Add Walk-in knows of a patient before the form opens. */
export type WalkInStart = {
  name: string;
  age: string;
  sex: "M" | "F" | undefined;
  /** Not given: the clinic's first place. */
  placeId: number | undefined;
  /** Booked before the patient was registered: the visit is linked to it. */
  appointment: Appointment | null;
};

type Options = {
  /** Every field of the record instead of a walk-in's. */
  hasAllFields?: boolean | undefined;
  walkIn?: WalkInStart | undefined;
  onAdded: (patient: { id: number }) => void;
};

/**
 * Add New Patient: a walk-in's fields, which register and queue the patient in one step, or all fields of the record.
 * Switching between them keeps what was typed.
 */
export function useAddPatientForm({ hasAllFields = false, walkIn, onAdded }: Options) {
  const { used } = useCustomFields();
  const [isWhole, setWhole] = useState(hasAllFields);
  const form: PatientForm = useZodForm(
    useMemo(() => (isWhole ? singleDraft(used) : walkInDraft(used)), [isWhole, used]),
    {
      defaultValues: {
        ...blankPatient,
        hospital: lastHospital(),
        admissionStatus: "Outpatient",
        customFields: keyedValues(used),
        ...(walkIn && {
          patientName: walkIn.name,
          age: walkIn.age,
          ...(walkIn.sex && { sex: walkIn.sex }),
          contactNumber: walkIn.appointment?.contactNumber ?? "",
          chiefComplaint: walkIn.appointment?.reason ?? "",
        }),
      },
    },
  );
  useNextAdmissionNumber(form, isWhole);
  const vitals: FirstVitalsForm = useZodForm(FirstVitals, {
    defaultValues: { vitalSigns: noTypedVitalSigns },
  });
  const entry: QueueEntryForm = useZodForm(QueueEntry, {
    defaultValues: {
      priority: "",
      placeId: walkIn?.placeId ? String(walkIn.placeId) : "",
      practitionerId: String(useDoctors()?.own?.id ?? ""),
    },
  });
  const results = useMedicalResults();
  const draft = useDraft([form, vitals, entry], {
    form: walkIn ? "walk-in" : "add-patient",
    also: { files: results.draft, isWhole },
    isDirty: results.isDirty,
    onRestored: (also, _, storedAt) => {
      const { files, isWhole: wasWhole } = also as { files?: unknown; isWhole?: boolean };
      results.takeUp(files, storedAt);
      if (!walkIn) setWhole(wasWhole ?? true);
    },
  });
  const whole = useAddPatient(form, onAdded, draft, vitals);
  const queued = useAddWalkIn({ form, entry, draft, onAdded, appointmentId: walkIn?.appointment?.id });

  const sendWhole = form.handleSubmit((typed) =>
    vitals.handleSubmit(({ vitalSigns }) => whole.save({ ...typed, ...results.lists() }, vitalSigns))(),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.stopPropagation();
    if (!isWhole) {
      void form.handleSubmit((typed) => queued.save(typed, entry.getValues()))(event);
      return;
    }
    // Shows the errors of both parts together; those of the patient come first.
    void vitals.trigger();
    // What is typed while files are uploading is saved with them.
    void form.handleSubmit(() =>
      vitals.handleSubmit(async () => {
        if (await results.isReady()) await sendWhole();
      })(),
    )(event);
  };
  return {
    form,
    vitals,
    entry,
    results,
    submit,
    /** A registered patient instead of the one in a walk-in's form. */
    onUse: (patientId: number) => void queued.use(patientId, entry.getValues()),
    draft,
    isWhole,
    /** Adds the other fields to a walk-in's. */
    showAllFields: (admissionStatus?: "Admitted") => {
      if (admissionStatus) form.setValue("admissionStatus", admissionStatus, { shouldDirty: true });
      form.clearErrors();
      setWhole(true);
    },
    free: whole.free,
    clearFreeNumber: whole.clearFreeNumber,
    isSaving: whole.isSaving || queued.isSaving,
    isDirty: [form, vitals, entry].some(({ formState }) => formState.isDirty) || results.isDirty,
  };
}
export type AddPatientForm = ReturnType<typeof useAddPatientForm>;
