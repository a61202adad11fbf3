import type { ComponentProps } from "react";
import { StripLine } from "#app/web/pages/dialogs/StripLine.tsx";
import { Alerts } from "./RecordHead.tsx";
import { GeneratePrescriptionDialog } from "./record-parts.ts";

type PrescribingProps = Pick<
  ComponentProps<typeof GeneratePrescriptionDialog>,
  "patientId" | "beginning" | "next" | "onSaved" | "onClose"
>;

/** Writes a prescription, with the head of the patient's record. */
export const PrescribingDialog = (props: PrescribingProps) => (
  <GeneratePrescriptionDialog
    {...props}
    alerts={<Alerts patientId={props.patientId} />}
    strip={<StripLine patientId={props.patientId} />}
  />
);
