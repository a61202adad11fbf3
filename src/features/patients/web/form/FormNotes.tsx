import { type ReactNode, useEffect, useRef } from "react";
import type { Patient } from "#features/patients/contract.ts";
import { Button } from "#web/ui/Button.tsx";
import { FormErrors } from "#web/ui/FormErrors.tsx";
import { NoteBox } from "#web/ui/NoteBox.tsx";
import type { PatientField, PatientForm } from "./patient-form.ts";

/** More than three fields to correct, in one place. */
export function FormProblems({ form }: { form: PatientForm }) {
  const { errors, isSubmitted } = form.formState;
  if (!isSubmitted) return null;
  return (
    <FormErrors
      problems={[
        ...Object.entries({ ...errors, customFields: undefined }).flatMap(([name, error]) =>
          error ? [{ name, message: String(error.message ?? "") }] : [],
        ),
        ...Object.entries(errors.customFields ?? {}).flatMap(([key, error]) =>
          typeof error === "object" && error.message
            ? [{ name: `customFields.${key}`, message: error.message }]
            : [],
        ),
      ]}
      onGo={(name) => form.setFocus(name as PatientField)}
    />
  );
}

/** The patient was registered, the vital signs were not: nobody is registered twice, nothing typed is lost. */
export function RegisteredAlready({ patient, onDone }: { patient: Patient; onDone: () => void }) {
  return (
    <InSight>
      <NoteBox
        tone="warn"
        role="alert"
        title={`${patient.patientName} is registered. The vital signs are not saved yet.`}
        actions={
          <Button size="sm" onClick={onDone}>
            Leave them out
          </Button>
        }
      >
        Save Patient tries the vital signs again.
      </NoteBox>
    </InSight>
  );
}

/** Brings a note at the head of a long form to where the eyes and the screen reader are. */
export function InSight({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: "nearest" });
    place.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={place} tabIndex={-1} className="scroll-m-5 outline-none">
      {children}
    </div>
  );
}
