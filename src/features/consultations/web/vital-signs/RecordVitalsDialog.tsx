import { Suspense, useState } from "react";
import * as z from "zod/mini";
import { latestVitals, recordVitals } from "#features/consultations/contract.ts";
import { readVitalSigns, type VitalSigns } from "#shared/clinical/vital-signs.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { PatientFormDialog } from "#web/clinical/PatientFormDialog.tsx";
import { useOpenPregnancy } from "#web/clinical/use-open-pregnancy.ts";
import { usePatient } from "#web/clinical/use-patient.ts";
import { VitalSignsFields } from "#web/clinical/VitalSignsFields.tsx";
import { hasTypedVitalSigns, noTypedVitalSigns, VitalSignsForm } from "#web/clinical/vital-signs-form.ts";
import { useCall } from "#web/data/calls.ts";
import { useFormDialog } from "#web/forms/use-form-dialog.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { lazyPart } from "#web/lazy-part.ts";
import { FieldError } from "#web/ui/inputs/Field.tsx";
import { ConfirmDialog } from "#web/ui/overlays/ConfirmDialog.tsx";
import { useUndoVitals } from "../use-record-visit.ts";
import { monthsOf } from "./months-of.ts";
import { useGrowthLimits } from "./use-growth-limits.ts";

const TodaysReadings = lazyPart(() => import("./TodaysReadings.tsx"), "TodaysReadings");

const Form = z.object({ vitalSigns: VitalSignsForm });

export function RecordVitalsDialog({ patientId, onClose }: { patientId: number; onClose: () => void }) {
  const patient = usePatient(patientId);
  const params = { id: String(patientId) };
  const earlier = useCall(latestVitals, { params });
  const pregnancy = useOpenPregnancy(patientId);
  const undo = useUndoVitals(patientId);
  const name = patient.data?.patientName;
  const [odd, setOdd] = useState<{ vitalSigns: VitalSigns; texts: string[] } | null>(null);
  const { form, errors, send, dialog } = useFormDialog(recordVitals, Form, {
    defaultValues: { vitalSigns: noTypedVitalSigns },
    draft: { form: "vital-signs", record: patientId },
    check: ({ vitalSigns }): boolean => {
      if (!hasTypedVitalSigns(form.getValues("vitalSigns"))) {
        form.setError("root", { message: "Enter at least one vital sign" });
        form.setFocus("vitalSigns.bloodPressure");
        return false;
      }
      const texts = Object.values(beyond).map(({ text }) => text);
      if (texts.length > 0) setOdd({ vitalSigns, texts });
      return texts.length === 0;
    },
    request: ({ vitalSigns }) => ({ params, body: { vitalSigns } }),
    done: { title: "Vital signs recorded successfully", ...(name && { description: name }) },
    failed: "Failed to record vital signs",
    undo,
    onClose,
  });
  const today = useToday();
  const measuredAt = earlier.data?.recordedAt;
  const isOfToday = Boolean(measuredAt && manilaDay(new Date(measuredAt)) === today);
  const typed = form.watch("vitalSigns");

  const beyond = useGrowthLimits(patient.data, readVitalSigns(typed).values);

  return (
    <PatientFormDialog
      {...dialog}
      patient={patient}
      title="Record Vital Signs"
      save="Record Vital Signs"
      busyLabel="Saving..."
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
              title="Save an impossible measurement?"
              description="It is outside the limits for this age."
              cancelLabel="Go back"
              confirmLabel="Save Anyway"
              onClose={() => setOdd(null)}
              onConfirm={() => {
                setOdd(null);
                return send({ params, body: { vitalSigns: odd.vitalSigns, confirmUnlikely: true } });
              }}
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
