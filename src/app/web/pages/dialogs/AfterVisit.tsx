import { PrescribingDialog } from "#app/web/pages/record/PrescribingDialog.tsx";
import { PaperDialog } from "#app/web/pages/record/record-parts.ts";
import { NextDialog } from "./NextDialog.tsx";
import type { DialogName, Dialogs } from "./use-dialogs.ts";
import { nothingPlanned, type Planned, useNextSteps } from "./use-next-steps.tsx";

/** The initially selected paper. */
export const firstPaper: Partial<Record<DialogName, string>> = {
  certificate: "medical_certificate",
  "laboratory-request": "laboratory_request",
  "imaging-request": "imaging_request",
};

/** What may be written after a consultation. */
export const writtenAfter: ReadonlySet<DialogName> = new Set([
  "prescription",
  ...(Object.keys(firstPaper) as DialogName[]),
]);

/** The list of what comes after a consultation, or one of its papers, which leads back to the list. */
export function AfterVisit({
  name,
  patientId,
  planned,
  dialogs,
  onPlanned,
}: {
  name: DialogName;
  patientId: number;
  /** Null after a reload. */
  planned: Planned | null;
  dialogs: Dialogs;
  onPlanned: (planned: Planned | null) => void;
}) {
  const { papers = nothingPlanned, written = [], savedAt = null } = planned ?? {};
  const end = () => {
    onPlanned(null);
    dialogs.close();
  };
  const steps = useNextSteps(
    { patientId, papers, written },
    { onOpen: (opened) => dialogs.swap(opened, patientId), onClosed: end },
  );
  if (name === "next" || !planned) return <NextDialog {...{ patientId, savedAt, steps }} onClose={end} />;
  const onSaved = () => onPlanned({ ...planned, written: [...written, name] });
  // With nothing left to do the list would be one more thing to close.
  const back = () =>
    steps.some(({ state }) => state === "owed" || state === "last") ? dialogs.swap("next", patientId) : end();
  const template = firstPaper[name];
  if (template)
    return (
      <PaperDialog
        patientId={patientId}
        template={template}
        tests={papers.requests.find(({ kind }) => kind === template)?.tests.map(({ id }) => id)}
        isConfidential={papers.isConfidential}
        onSaved={onSaved}
        onClose={back}
      />
    );
  return (
    <PrescribingDialog
      patientId={patientId}
      {...(papers.prescription && { beginning: papers.prescription })}
      next={steps.filter((step) => step.name !== "Prescription")}
      onSaved={onSaved}
      onClose={back}
    />
  );
}
