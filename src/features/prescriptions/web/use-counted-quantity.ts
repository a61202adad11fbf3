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
  const filled = useRef<string | null>(null);
  useEffect(() => {
    const name = `medications.${index}.quantity` as const;
    const before = getValues(name) ?? "";
    if (before !== "" && before !== filled.current) return;
    const next = counted === null ? "" : String(counted);
    filled.current = next;
    if (next !== before) setValue(name, next, { shouldDirty: true });
  }, [counted, index, setValue, getValues]);
}
