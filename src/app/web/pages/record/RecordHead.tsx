import { Suspense } from "react";
import { cx } from "#web/ui/cx.ts";
import { AlertChips, SafetyStrip } from "./head-parts.ts";

/** The safety strip, with its height reserved while its code loads. */
export const Strip = ({
  patientId,
  narrow = false,
  onRecord = false,
}: {
  patientId: number;
  narrow?: boolean;
  onRecord?: boolean;
}) => (
  <Suspense fallback={<div className={cx("bg-surface", narrow || onRecord ? "h-35" : "h-39")} />}>
    <SafetyStrip patientId={patientId} narrow={narrow} onRecord={onRecord} />
  </Suspense>
);

export const Alerts = ({ patientId }: { patientId: number }) => (
  <Suspense fallback={null}>
    <AlertChips patientId={patientId} />
  </Suspense>
);
