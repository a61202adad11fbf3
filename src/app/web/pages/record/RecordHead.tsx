import { Suspense } from "react";
import { AlertChips, SafetyStrip } from "./head-parts.ts";

/** The safety strip, with its height reserved while its code loads. */
export const Strip = ({ patientId }: { patientId: number }) => (
  <Suspense fallback={<div className="h-35 bg-surface" />}>
    <SafetyStrip patientId={patientId} onRecord />
  </Suspense>
);

export const Alerts = ({ patientId }: { patientId: number }) => (
  <Suspense fallback={null}>
    <AlertChips patientId={patientId} />
  </Suspense>
);
