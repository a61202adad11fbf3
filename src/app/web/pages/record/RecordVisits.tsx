import { Plus } from "lucide-react";
import { Suspense, useState } from "react";
import { useDialogActions } from "#app/web/pages/dialogs/use-dialogs.ts";
import { addConsultation } from "#features/consultations/contract.ts";
import type { RecordTab } from "#shared/record-address.ts";
import { IfCan } from "#web/data/session.tsx";
import { Button } from "#web/ui/Button.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { ProblemOffer } from "./head-parts.ts";
import { PrescribingDialog } from "./PrescribingDialog.tsx";
import { ConsultationDialog, OpenedPaper, OpenedPrescription, VisitTimeline } from "./record-parts.ts";

type VisitsProps = { patientId: number };

/** A patient's visits, with what each of their lines opens. */
export function RecordVisits({ patientId }: VisitsProps) {
  const { openRecord } = useDialogActions();
  const tab = (name: RecordTab) => () => openRecord(patientId, false, name);
  const [opened, open] = useState<{ kind: "prescription" | "paper"; id: number } | null>(null);
  const close = () => open(null);
  return (
    <Suspense
      fallback={
        <Waiting label="Loading consultations" skeleton={<SkeletonRows rows={3} initials={false} />} />
      }
    >
      <VisitTimeline
        patientId={patientId}
        detail={(entry) => <ConsultationDialog {...entry} />}
        offer={({ diagnosis, diagnoses, isConfidential }) => (
          <Suspense fallback={null}>
            <ProblemOffer {...{ patientId, diagnosis, diagnoses, isConfidential }} />
          </Suspense>
        )}
        opens={{
          prescription: (id) => open({ kind: "prescription", id }),
          paper: (id) => open({ kind: "paper", id }),
          result: tab("results"),
          bill: tab("bills"),
          appointment: tab("appointments"),
        }}
      />
      <Suspense fallback={null}>
        {opened?.kind === "paper" && <OpenedPaper patientId={patientId} id={opened.id} onClose={close} />}
        {opened?.kind === "prescription" && (
          <OpenedPrescription
            patientId={patientId}
            id={opened.id}
            writing={(anew) => <PrescribingDialog patientId={patientId} {...anew} />}
            onClose={close}
          />
        )}
      </Suspense>
    </Suspense>
  );
}

/** The same as a sheet with a heading. */
export const VisitsSheet = ({ onAdd, ...visits }: VisitsProps & { onAdd: () => void }) => (
  <Section
    title="Consultation Records"
    flush
    actions={
      <IfCan do={addConsultation}>
        <Button size="sm" icon={<Plus />} onClick={onAdd}>
          Add New Consultation
        </Button>
      </IfCan>
    }
  >
    <RecordVisits {...visits} />
  </Section>
);
