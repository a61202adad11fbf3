import { type ReactNode, useEffect, useRef } from "react";
import type { FormField } from "#features/patients/patient-fields.ts";
import { FormErrors } from "#web/ui/inputs/FormErrors.tsx";
import type { PatientForm } from "./patient-form.ts";

/** A list of errors, when there are more than three. */
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
      onGo={(name) => form.setFocus(name as FormField)}
    />
  );
}

/** Scrolls to a note at the top of a long form and focuses it. */
export function InSight({ children }: { children: ReactNode }) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    note.current?.scrollIntoView({ block: "nearest" });
    note.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={note} tabIndex={-1} className="scroll-m-5 outline-none">
      {children}
    </div>
  );
}
