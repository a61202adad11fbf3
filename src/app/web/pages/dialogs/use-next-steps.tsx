import { Banknote, Check, FileCheck, FlaskConical, Pill, Scan } from "lucide-react";
import { closingAct } from "#app/web/pages/record/record-acts.ts";
import { useClosing } from "#app/web/pages/record/use-closing.ts";
import type { PlannedPapers } from "#features/consultations/web/planned-prescription.ts";
import { addPaper } from "#features/papers/contract.ts";
import { savePrescription } from "#features/prescriptions/contract.ts";
import { recordHead } from "#features/record-head/contract.ts";
import type { Visit } from "#features/visits/contract.ts";
import { queueNumber } from "#shared/clinical/queue-number.ts";
import type { NextStep } from "#web/clinical/NextSteps.tsx";
import { usePatient } from "#web/clinical/use-patient.ts";
import { useCall } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import type { DialogName } from "./use-dialogs.ts";

/** What a saved consultation leaves to do, until its list is closed. */
export type Planned = {
  patientId: number;
  papers: PlannedPapers;
  /** When it was saved; an instant. */
  savedAt: string;
  /** What was written since. */
  written: readonly DialogName[];
};

export const nothingPlanned: PlannedPapers = { prescription: null, requests: [], isConfidential: false };

const counted = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`;

const handing = (visit: Visit | null | undefined) =>
  visit?.number ? `hands number ${queueNumber(visit)} to the desk` : "hands the patient to the desk";

/**
 * What comes after a consultation, in order: prescription, laboratory request, imaging request if the plan asks for one,
 * certificate, and what closes the visit.
 */
export function useNextSteps(
  { patientId, papers, written }: Pick<Planned, "patientId" | "papers" | "written">,
  { onOpen, onClosed }: { onOpen: (name: DialogName) => void; onClosed: () => void },
): NextStep[] {
  const can = useCan();
  const head = useCall(recordHead, { params: { id: String(patientId) } }).data;
  const closing = useClosing(usePatient(patientId).data, head);
  // Null while it is not known: the button would change under the pointer.
  const closes = head && closing.isPending ? closingAct(head) : null;
  const paper = (name: DialogName, planned: boolean): Pick<NextStep, "state" | "press"> => ({
    state: written.includes(name) ? "written" : planned ? "owed" : "optional",
    press: () => onOpen(name),
  });
  const testsOf = (kind: PlannedPapers["requests"][number]["kind"]) =>
    papers.requests.find((request) => request.kind === kind)?.tests.map(({ label }) => label);
  const [laboratory, imaging] = [testsOf("laboratory_request"), testsOf("imaging_request")];
  return [
    ...(can(savePrescription)
      ? [
          {
            name: "Prescription",
            icon: <Pill />,
            detail: papers.prescription
              ? `${counted(papers.prescription.medications.length, "medicine")}, from the plan`
              : undefined,
            ...paper("prescription", papers.prescription !== null),
          },
        ]
      : []),
    ...(can(addPaper)
      ? [
          {
            name: "Laboratory Request",
            icon: <FlaskConical />,
            detail: laboratory && `${laboratory.join(", ")}, from the plan`,
            ...paper("laboratory-request", laboratory !== undefined),
          },
          ...(imaging
            ? [
                {
                  name: "Imaging Request",
                  icon: <Scan />,
                  detail: `${imaging.join(", ")}, from the plan`,
                  ...paper("imaging-request", true),
                },
              ]
            : []),
          { name: "Certificate", icon: <FileCheck />, ...paper("certificate", false) },
        ]
      : []),
    ...(closes && closing.may[closes]
      ? [
          {
            ...(closes === "done"
              ? { name: "Done", icon: <Check />, detail: undefined }
              : { name: "For Payment", icon: <Banknote />, detail: handing(head?.visit) }),
            state: "last" as const,
            press: () => {
              closing[closes]();
              onClosed();
            },
          },
        ]
      : []),
  ];
}
