import { useMemo } from "react";
import { clinicSettings } from "#features/clinics/contract.ts";
import { patientConsultations } from "#features/consultations/contract.ts";
import { useCall } from "#web/data/calls.ts";
import { useCurrentUser } from "#web/data/session.tsx";
import type { SheetSurroundings } from "./prescription-form.ts";

/** What the page says besides the prescription: the clinic's head, the next visits agreed so far. Null while it loads. */
export function useSheetSurroundings(
  patientId: number,
): Pick<SheetSurroundings, "clinic" | "followUps"> | null {
  const user = useCurrentUser().data;
  const settings = useCall(clinicSettings, {});
  const visits = useCall(patientConsultations, {
    params: { id: String(patientId) },
    query: { limit: "100" },
  });
  const isPending = settings.isPending || visits.isPending;
  const clinicName = user?.clinic?.name ?? "";
  return useMemo(() => {
    if (isPending) return null;
    // The server has the last word on the printed page, so a head that could not be read stops nobody.
    const clinic = settings.data ?? { name: clinicName, address: null, phone: null, triplicateUntil: null };
    return { clinic, followUps: (visits.data ?? []).flatMap(({ followUpDate }) => followUpDate ?? []) };
  }, [isPending, settings.data, visits.data, clinicName]);
}
