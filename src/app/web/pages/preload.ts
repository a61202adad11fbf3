import { lazyPart } from "#web/lazy-part.ts";

export const ClinicDialogs = lazyPart(() => import("./dialogs/ClinicDialogs.tsx"), "ClinicDialogs");

/** One patient's record, without the frame around it. */
export const PatientRecord = lazyPart(() => import("./record/PatientRecord.tsx"), "PatientRecord");
