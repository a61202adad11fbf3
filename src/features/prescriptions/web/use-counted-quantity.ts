import { useEffect, useRef } from "react";
import { quantityOf } from "#shared/prescription/quantity.ts";
import type { PrescriptionForm, TypedMedicine } from "./prescription-form.ts";

/**
 * Fills in the quantity computed from dose, frequency and duration, unless the user typed another one. It follows
 * their changes, and is cleared when it can no longer be computed.
 */
export function useCountedQuantity(
  { setValue, getValues }: Pick<PrescriptionForm, "setValue" | "getValues">,
  index: number,
  { dosage = "", frequency = "", duration = "", form }: TypedMedicine,
): void {
  const counted = quantityOf({ dosage, frequency, duration, form });
  // Also of a repeated prescription or a draft, whose quantity was counted then.
  const last = useRef("");
  useEffect(() => {
    const name = `medications.${index}.quantity` as const;
    const before = getValues(name) ?? "";
    const was = last.current;
    const next = counted === null ? "" : String(counted);
    last.current = next;
    if (before !== "" && before !== was) return;
    if (next !== before) setValue(name, next, { shouldDirty: true });
  }, [counted, index, setValue, getValues]);
}
