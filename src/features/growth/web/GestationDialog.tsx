import { useState } from "react";
import { editPatient, type Patient } from "#features/patients/contract.ts";
import { DialogPatient } from "#web/clinical/DialogPatient.tsx";
import { isApiError } from "#web/data/api-error.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { FormDialog } from "#web/forms/FormDialog.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { UnitInput } from "#web/ui/inputs/UnitInput.tsx";

type Typed = { weeks: string; days: string };
type Problems = Partial<Record<keyof Typed, string>>;

function readGestation({ weeks, days }: Typed): { value: number | null } | { problems: Problems } {
  if (weeks.trim() === "" && days.trim() === "") return { value: null };
  const problems: Problems = {};
  const [wholeWeeks, rest] = [Number(weeks), Number(days || "0")];
  if (!/^\d{1,2}$/.test(weeks.trim()) || wholeWeeks < 20 || wholeWeeks > 44)
    problems.weeks = "Enter from 20 to 44 weeks";
  if (!/^\d?$/.test(days.trim()) || rest > 6) problems.days = "Enter from 0 to 6 days";
  return Object.keys(problems).length > 0 ? { problems } : { value: wholeWeeks * 7 + rest };
}

/** The age of gestation at birth, by which the growth of a child born preterm is judged. */
export function GestationDialog({ patient, onClose }: { patient: Patient; onClose: () => void }) {
  const stored = patient.gestationDays;
  const before: Typed =
    stored === null
      ? { weeks: "", days: "" }
      : { weeks: String(Math.floor(stored / 7)), days: String(stored % 7) };
  const [typed, setTyped] = useState(before);
  const [problems, setProblems] = useState<Problems>({});
  const isChanged = typed.weeks !== before.weeks || typed.days !== before.days;
  const save = useEndpointMutation(editPatient, {
    done: "Gestation at birth saved",
    failed: { title: "Error", fallback: "Failed to save the gestation at birth" },
  });
  const send = async (gestationDays: number | null) => {
    try {
      await save.mutateAsync({ params: { id: String(patient.id) }, body: { gestationDays } });
      onClose();
    } catch (error) {
      if (!isApiError(error)) throw error;
    }
  };
  const write = (name: keyof Typed, text: string) => setTyped((now) => ({ ...now, [name]: text }));

  return (
    <FormDialog
      isDirty={isChanged}
      isSending={save.isPending}
      title="Gestation at Birth"
      description="For a birth before 37 weeks, growth is compared by the corrected age until 24 months. Leave both empty if it is not known."
      patient={<DialogPatient patient={patient} />}
      onSubmit={(event) => {
        event.preventDefault();
        const read = readGestation(typed);
        setProblems("problems" in read ? read.problems : {});
        if ("problems" in read) return;
        void send(read.value);
      }}
      onClose={onClose}
      save="Save"
      className="grid grid-cols-2 gap-4"
    >
      <Field label="Weeks" error={problems.weeks}>
        <UnitInput
          unit="weeks"
          inputMode="numeric"
          value={typed.weeks}
          onChange={(event) => write("weeks", event.target.value)}
        />
      </Field>
      <Field label="Days" error={problems.days}>
        <UnitInput
          unit="days"
          inputMode="numeric"
          value={typed.days}
          onChange={(event) => write("days", event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
