import type { Allergy, Medicine, WayKnown } from "./contract.ts";

export const wayKnownLabels: Record<WayKnown, string> = {
  told_by_patient: "told by patient",
  observed: "observed",
  tested: "tested",
};

export const rowStateLabels: Record<Allergy["state"], string> = {
  active: "active",
  resolved: "resolved",
  entered_in_error: "entered in error",
  replaced: "replaced",
};

export const medicineStateLabels: Record<Medicine["state"], string> = {
  active: "taken now",
  ended: "ended",
  stopped: "stopped",
  entered_in_error: "entered in error",
};

export const sourceLabels: Record<Medicine["source"], string> = {
  prescription: "prescribed here",
  elsewhere: "from elsewhere",
  over_the_counter: "over the counter",
};
