import { useEffect } from "react";
import { onePatient } from "#features/patients/contract.ts";
import { useCall } from "#web/data/calls.ts";
import { notify } from "#web/ui/overlays/notify.ts";
import type { Dialogs } from "./use-dialogs.ts";

/**
 * The URL may name a record that was merged into another: the server answers with the survivor, and the dialog
 * follows, so that edits are saved there.
 */
export function useMergedInto({ open, swap }: Dialogs): void {
  const last = open.at(-1);
  // Observes the dialog's query without fetching.
  const read = useCall(onePatient, { params: { id: String(last?.patientId ?? 0) } }, { enabled: false }).data;
  const survivor = read && last?.patientId && read.id !== last.patientId ? read : null;
  useEffect(() => {
    if (!survivor || !last) return;
    notify({
      kind: "info",
      title: `Merged into ${survivor.patientName}`,
      description: "The record you opened was merged into this one.",
    });
    swap(last.name, survivor.id);
  }, [survivor, last, swap]);
}
