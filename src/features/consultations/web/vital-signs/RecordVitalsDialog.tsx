import { Suspense, useState } from "react";
import * as z from "zod/mini";
import { latestVitals } from "#features/consultations/contract.ts";
import { readVitalSigns, type VitalSigns } from "#shared/clinical/vital-signs.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { PatientFormDialog } from "#web/clinical/PatientFormDialog.tsx";
import { useOpenPregnancy } from "#web/clinical/use-open-pregnancy.ts";
import { usePatient } from "#web/clinical/use-patient.ts";
import { VitalSignsFields } from "#web/clinical/VitalSignsFields.tsx";
import { hasTypedVitalSigns, noTypedVitalSigns, VitalSignsForm } from "#web/clinical/vital-signs-form.ts";
import { isApiError } from "#web/data/api-error.ts";
import { useCall } from "#web/data/calls.ts";
import { useDraft } from "#web/drafts/use-draft.ts";
import { applyServerFields, useZodForm } from "#web/forms/form.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { lazyPart } from "#web/lazy-part.ts";
import { FieldError } from "#web/ui/inputs/Field.tsx";
import { ConfirmDialog } from "#web/ui/overlays/ConfirmDialog.tsx";
import { useRecordVitals } from "../use-record-visit.ts";
import { monthsOf } from "./months-of.ts";
import { useGrowthLimits } from "./use-growth-limits.ts";

const TodaysReadings = lazyPart(() => import("./TodaysReadings.tsx"), "TodaysReadings");

const Form = z.object({ vitalSigns: VitalSignsForm });

export function RecordVitalsDialog({ patientId, onClose }: { patientId: number; onClose: () => void }) {
  const patient = usePatient(patientId);
  const params = { id: String(patientId) };
  const earlier = useCall(latestVitals, { params });
  const pregnancy = useOpenPregnancy(patientId);
  const form = useZodForm(Form, { defaultValues: { vitalSigns: noTypedVitalSigns } });
  const draft = useDraft(form, { form: "vital-signs", record: patientId });
  const send = useRecordVitals({ id: patientId, name: patient.data?.patientName }, draft.act);
  const today = useToday();
  const measuredAt = earlier.data?.recordedAt;
  const isOfToday = Boolean(measuredAt && manilaDay(new Date(measuredAt)) === today);
  const { errors, isDirty } = form.formState;
  const typed = form.watch("vitalSigns");

  const beyond = useGrowthLimits(patient.data, readVitalSigns(typed).values);
  const [odd, setOdd] = useState<{ vitalSigns: VitalSigns; texts: string[] } | null>(null);

  const save = form.handleSubmit(async ({ vitalSigns }) => {
    if (!hasTypedVitalSigns(form.getValues("vitalSigns"))) {
      form.setError("root", { message: "Enter at least one vital sign" });
      form.setFocus("vitalSigns.bloodPressure");
      return;
    }
    const texts = Object.values(beyond).map(({ text }) => text);
    if (texts.length > 0) setOdd({ vitalSigns, texts });
    else await submit(vitalSigns);
  });
  const submit = async (vitalSigns: VitalSigns, isConfirmed = false) => {
    setOdd(null);
    try {
      await send.mutateAsync({
        params,
        body: { vitalSigns, ...(isConfirmed && { confirmUnlikely: true }) },
      });
      draft.forget();
      onClose();
    } catch (error) {
      if (isApiError(error)) applyServerFields(form, error);
    }
  };

  return (
    <PatientFormDialog
      patient={patient}
      title="Record Vital Signs"
      isDirty={isDirty}
      draft={draft}
      isSending={send.isPending}
      save="Record Vital Signs"
      busyLabel="Saving..."
      onSubmit={(event) => void save(event)}
      onClose={onClose}
    >
      {(record) => (
        <>
          <VitalSignsFields
            register={(sign) => form.register(`vitalSigns.${sign}`)}
            errors={errors.vitalSigns}
            values={typed}
            ageInMonths={monthsOf(record)}
            earlier={earlier.data}
            pregnancy={pregnancy}
            beyond={beyond}
          />
          {isOfToday && (
            <Suspense fallback={null}>
              <TodaysReadings patientId={patientId} />
            </Suspense>
          )}
          {errors.root?.message && (
            <div role="alert">
              <FieldError>{errors.root.message}</FieldError>
            </div>
          )}
          {odd && (
            <ConfirmDialog
              open
              title="Save a measurement that cannot be?"
              description="It is beyond the limits for this age."
              cancelLabel="Go back"
              confirmLabel="Save Anyway"
              onClose={() => setOdd(null)}
              onConfirm={() => submit(odd.vitalSigns, true)}
            >
              <ul className="grid gap-1">
                {odd.texts.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            </ConfirmDialog>
          )}
        </>
      )}
    </PatientFormDialog>
  );
}
