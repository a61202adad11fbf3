import { useId, useState } from "react";
import { formatClock } from "#shared/formats/dates.ts";
import { valueInWords } from "#web/clinical/value-in-words.ts";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { checkClass } from "#web/ui/inputs/Checkbox.tsx";
import { ScrollBox } from "#web/ui/lists/ScrollBox.tsx";
import type { PatientForm } from "./patient-form.ts";
import type { Conflict, Versions } from "./patient-versions.ts";

/**
 * Another user saved this patient while the form was open: both values next to each other, with a choice per field.
 */
export function ChangedMeanwhile({ form, versions }: { form: PatientForm; versions: Versions }) {
  const { changedAt, conflicts, taken } = versions;
  return (
    <NoteBox
      tone="warn"
      role="alert"
      title={`Someone else changed this patient at ${formatClock(changedAt)}. Your changes aren't saved yet.`}
    >
      {taken.length > 0 && <p>Also changed, and shown below as it is now: {taken.join(", ")}.</p>}
      {conflicts.length > 0 && (
        <div className="mt-2.5 grid gap-3.5 text-ink">
          {conflicts.map((conflict) => (
            <Choice key={conflict.field} form={form} conflict={conflict} />
          ))}
        </div>
      )}
      <p className="mt-2.5">Update Patient saves what the form shows.</p>
    </NoteBox>
  );
}

/** The same for users who may not see the newer record, so that there is no choice. */
export const ChangedWithoutView = () => (
  <NoteBox
    tone="warn"
    role="alert"
    title="Someone else changed this patient. Your changes aren't saved yet."
    actions={
      <Button size="sm" onClick={() => window.location.reload()}>
        Reload Page
      </Button>
    }
  >
    You don't have permission to see the newer version. Copy what you still need, then reload the page.
  </NoteBox>
);

function Choice({ form, conflict }: { form: PatientForm; conflict: Conflict }) {
  const { field, label } = conflict;
  const [chosen, setChosen] = useState<"mine" | "theirs">("mine");
  const id = useId();
  const choose = (whose: "mine" | "theirs") => {
    setChosen(whose);
    form.setValue(field, conflict[whose], { shouldDirty: true, shouldValidate: true });
  };
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium">{label}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 md:grid-cols-2">
        {(["mine", "theirs"] as const).map((whose) => (
          <div
            key={whose}
            className={cx(
              "rounded-md border bg-surface px-3 py-2",
              chosen === whose ? "border-brand-ring" : "border-line",
            )}
          >
            <label className="flex items-start gap-2.5 text-ink-3 max-md:min-h-touch max-md:items-center">
              <input
                id={`${id}-${whose}`}
                type="radio"
                name={id}
                value={whose}
                checked={chosen === whose}
                onChange={() => choose(whose)}
                className={cx(checkClass, "rounded-full max-md:mt-0")}
              />
              {whose === "mine" ? "Keep mine" : "Take theirs"}
            </label>
            {/* A long text scrolls within its box, so that both stay side by side. */}
            <ScrollBox label={`${label}, ${whose}`} className="max-h-40 overflow-y-auto pl-7">
              <label htmlFor={`${id}-${whose}`} className="block whitespace-pre-line wrap-anywhere">
                {valueInWords(field, conflict[whose])}
              </label>
            </ScrollBox>
          </div>
        ))}
      </div>
    </fieldset>
  );
}
