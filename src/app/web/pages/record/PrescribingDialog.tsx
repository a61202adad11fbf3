import type { ComponentProps } from "react";
import { Alerts, Strip } from "./RecordHead.tsx";
import { GeneratePrescriptionDialog } from "./record-parts.ts";

type PrescribingProps = Pick<
  ComponentProps<typeof GeneratePrescriptionDialog>,
  "patientId" | "beginning" | "next" | "onClose"
>;

/** Writes a prescription, with the head of the patient's record. */
export const PrescribingDialog = (props: PrescribingProps) => (
  <GeneratePrescriptionDialog
    {...props}
    alerts={<Alerts patientId={props.patientId} />}
    strip={<Strip patientId={props.patientId} />}
  />
);
