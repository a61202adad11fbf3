import { useState } from "react";
import { Button } from "#web/ui/Button.tsx";
import { Section } from "#web/ui/Section.tsx";
import { AddPatientFields } from "./AddPatientFields.tsx";
import { FormProblems, RegisteredAlready } from "./FormNotes.tsx";
import { useSingleForm } from "./use-single-form.ts";

/** For who may add patients and not see them: the form in the list's place, a new one after each patient. */
export function AddPatientPanel() {
  const [added, setAdded] = useState(0);
  return <PanelForm key={added} onAdded={() => setAdded(added + 1)} />;
}

function PanelForm({ onAdded }: { onAdded: () => void }) {
  const { form, vitals, submit, isSaving, free, forgetFree, registered } = useSingleForm(onAdded);
  return (
    <form noValidate onSubmit={submit} className="max-w-form">
      <Section
        title="Add New Patient"
        foot={
          <Button type="submit" variant="primary" busy={isSaving} busyLabel="Saving…" className="ml-auto">
            Save Patient
          </Button>
        }
      >
        <div className="grid gap-6">
          <FormProblems form={form} />
          {registered && <RegisteredAlready patient={registered} onDone={onAdded} />}
          <AddPatientFields {...{ form, vitals, free }} onTaken={forgetFree} />
        </div>
      </Section>
    </form>
  );
}
