import { useState } from "react";
import { DraftOffer } from "#web/drafts/DraftOffer.tsx";
import { keepFocus } from "#web/forms/keep-focus.ts";
import { Button } from "#web/ui/Button.tsx";
import { SkeletonCard } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { AddPatientFields } from "./AddPatientFields.tsx";
import { WhenFieldsAreKnown } from "./CustomFieldInputs.tsx";
import { useAddPatientForm } from "./use-add-patient-form.ts";

/** For users who may add but not view patients: the form instead of the list, cleared after each patient. */
export function AddPatientPanel() {
  const [added, setAdded] = useState(0);
  return (
    <WhenFieldsAreKnown waiting={<Waiting skeleton={<SkeletonCard />} />}>
      <PanelForm key={added} onAdded={() => setAdded(added + 1)} />
    </WhenFieldsAreKnown>
  );
}

function PanelForm({ onAdded }: { onAdded: () => void }) {
  const adding = useAddPatientForm({ onAdded });
  const { isWhole, isSaving, results } = adding;
  return (
    <form noValidate onSubmit={adding.submit} className="max-w-form">
      <Section
        title="Add New Patient"
        actions={
          !isWhole && (
            <Button variant="link" onMouseDown={keepFocus} onClick={() => adding.showAllFields()}>
              All fields
            </Button>
          )
        }
        foot={
          <Button
            type="submit"
            variant="primary"
            busy={isSaving || results.isWaiting}
            busyLabel={results.isWaiting ? "Sending files…" : "Saving…"}
            className="ml-auto"
          >
            Save Patient
          </Button>
        }
      >
        <div className="grid gap-6">
          <DraftOffer draft={adding.draft} />
          <AddPatientFields adding={adding} onAdmit={() => adding.showAllFields("Admitted")} />
        </div>
      </Section>
    </form>
  );
}
