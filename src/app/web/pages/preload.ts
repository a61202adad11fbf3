import { lazyPart } from "#web/lazy-part.ts";
import { fetchAll } from "./lazy-parts.ts";

export const ClinicDialogs = lazyPart(() => import("./dialogs/ClinicDialogs.tsx"), "ClinicDialogs");

/** One patient's record with its sheets. */
export function preloadRecord(): void {
  fetchAll(ClinicDialogs);
  void import("./record/record-parts.ts").then(
    ({ preloadRecordSheets }) => preloadRecordSheets(),
    () => undefined,
  );
}
