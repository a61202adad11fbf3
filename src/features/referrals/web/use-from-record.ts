import { useEffect } from "react";
import { medicines as everyMedicine } from "#features/clinical-lists/contract.ts";
import { summary } from "#features/clinical-lists/summary-contract.ts";
import { gestationDays, isPostTerm } from "#shared/clinical/pregnancy.ts";
import { useCall } from "#web/data/calls.ts";
import { medicinesText, pregnancyText } from "./from-record.ts";
import type { ReferralForm } from "./referral-form.ts";

export type FromRecord = ReturnType<typeof useFromRecord>;

/**
 * What the record says about pregnancy and current medicines, filled in unless the user has changed the field.
 * Confidential medicines are left out, also for users who may see them.
 */
export function useFromRecord(form: ReferralForm, patientId: number, today: string) {
  const params = { id: String(patientId) };
  const head = useCall(summary, { params }, { refetchOnMount: "always" });
  // The head of the record lists 20.
  const isLong = (head.data?.more.medicines ?? 0) > 0;
  const list = useCall(everyMedicine, { params }, { enabled: isLong, refetchOnMount: "always" });
  const pregnancy = head.data?.pregnancy ?? null;
  const medicines =
    (isLong ? list.data?.filter(({ state }) => state === "active") : head.data?.medicines) ?? [];
  const shared = medicines.filter(({ isConfidential }) => !isConfidential);
  const isRead = head.data !== undefined && (!isLong || list.data !== undefined);
  const offered = {
    pregnancy: isRead && pregnancy ? pregnancyText(pregnancy, today) : "",
    currentMedicines: isRead ? medicinesText(shared) : "",
  };
  useOffered(form, "pregnancy", offered.pregnancy);
  useOffered(form, "currentMedicines", offered.currentMedicines);
  const failed = head.data === undefined ? head : list;
  return {
    offered,
    isPastTerm: pregnancy !== null && isPostTerm(gestationDays(pregnancy.dueOn, today)),
    confidential: medicines.length - shared.length,
    isPending: !isRead && !failed.error,
    /** Null unless it could not be read. */
    failure: isRead ? null : failed.error,
    isRetrying: failed.isFetching,
    retry: () => void failed.refetch(),
  };
}

function useOffered(form: ReferralForm, name: "pregnancy" | "currentMedicines", text: string): void {
  const { getFieldState, register, resetField } = form;
  useEffect(() => {
    if (getFieldState(name).isDirty) return;
    // A field is reset only once it is registered; the dialog shows its own later than the cached record is there.
    register(name);
    resetField(name, { defaultValue: text });
  }, [getFieldState, register, resetField, name, text]);
}
