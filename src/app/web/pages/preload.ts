import { lazyPart } from "#web/lazy-part.ts";

export const ClinicDialogs = lazyPart(() => import("./dialogs/ClinicDialogs.tsx"), "ClinicDialogs");

/** One patient's record. */
export const RecordPage = lazyPart(() => import("./record/RecordPage.tsx"), "RecordPage");
