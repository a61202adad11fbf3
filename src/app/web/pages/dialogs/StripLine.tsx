import { Suspense } from "react";
import { SafetyLine } from "#app/web/pages/record/head-parts.ts";

/** The safety strip of a dialog, a line until it is opened, with its height reserved while its code loads. */
export const StripLine = ({ patientId }: { patientId: number }) => (
  <Suspense fallback={<div className="spine h-9 border-b border-line bg-paper" />}>
    <SafetyLine patientId={patientId} />
  </Suspense>
);
