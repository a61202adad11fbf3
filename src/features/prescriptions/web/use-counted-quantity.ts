import { useEffect, useRef } from "react";
import { quantityOf } from "#shared/prescription/quantity.ts";
import type { PrescriptionForm, TypedMedicine } from "./prescription-form.ts";

/**
 * Fills in the quantity that dose, frequency and duration add up to, as long as nobody typed another one. It follows
 * when they change, and is emptied when they cannot be counted any more.
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
