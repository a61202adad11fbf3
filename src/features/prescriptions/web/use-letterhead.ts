import { useMemo } from "react";
import { clinicSettings } from "#features/clinics/contract.ts";
import { useCall } from "#web/data/calls.ts";
import { useCurrentUser } from "#web/data/session.tsx";
import type { SheetSurroundings } from "./prescription-form.ts";

/** The clinic's letterhead, which the page prints besides the prescription. Null while loading. */
export function useLetterhead(): SheetSurroundings["clinic"] | null {
  const user = useCurrentUser().data;
  const settings = useCall(clinicSettings, {});
  const { isPending } = settings;
  const clinicName = user?.clinic?.name ?? "";
  return useMemo(() => {
    if (isPending) return null;
    // The server renders the final page, so a letterhead that failed to load does not block.
    return settings.data ?? { name: clinicName, address: null, phone: null, triplicateUntil: null };
  }, [isPending, settings.data, clinicName]);
}
