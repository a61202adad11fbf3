import { lazyPart } from "#web/lazy-part.ts";
import { fetchAll } from "./lazy-parts.ts";

export const ClinicDialogs = lazyPart(() => import("./ClinicDialogs.tsx"), "ClinicDialogs");

/** One patient's record with its sheets. */
export function preloadRecord(): void {
  fetchAll(ClinicDialogs);
  void import("./record-parts.ts").then(
    ({ preloadRecordSheets }) => preloadRecordSheets(),
    () => undefined,
  );
}
