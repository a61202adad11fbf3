import { useMemo } from "react";
import { clinicSettings } from "#features/clinics/contract.ts";
import { patientConsultations } from "#features/consultations/contract.ts";
import { isConsultation } from "#features/consultations/rules.ts";
import { useCall } from "#web/data/calls.ts";
import { useCurrentUser } from "#web/data/session.tsx";
import type { SheetSurroundings } from "./prescription-form.ts";

/**
 * What the page prints besides the prescription: the clinic's letterhead and the next visit. Null while
 * loading.
 */
export function useSheetSurroundings(
  patientId: number,
): Pick<SheetSurroundings, "clinic" | "followUp"> | null {
  const user = useCurrentUser().data;
  const settings = useCall(clinicSettings, {});
  const consultations = useCall(patientConsultations, {
    params: { id: String(patientId) },
    query: { limit: "100", inError: "without" },
  });
  const isPending = settings.isPending || consultations.isPending;
  const clinicName = user?.clinic?.name ?? "";
  return useMemo(() => {
    if (isPending) return null;
    // The server renders the final page, so a letterhead that failed to load does not block.
    const clinic = settings.data ?? { name: clinicName, address: null, phone: null, triplicateUntil: null };
    return {
      clinic,
      followUp: consultations.data?.find(isConsultation)?.followUpDate ?? null,
    };
  }, [isPending, settings.data, consultations.data, clinicName]);
}
