import { visitStateLabels } from "#shared/clinical/visit-states.ts";
import { formatDay, formatInstant, isCalendarDay } from "#shared/formats/dates.ts";
import { formatMoney } from "#shared/formats/money.ts";
import { formatPhone } from "#shared/formats/phone.ts";

/** A field's stored value for display: "Nov 18, 2026", "₱48,250.00", "empty". */
export function valueInWords(field: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "empty";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  const text = String(value);
  if (field === "patientPhoto") return "a photo";
  if (field === "amount" && /^\d+(\.\d+)?$/.test(text)) return formatMoney(text);
  if (field === "resultState") return text.replaceAll("_", " ");
  if (field === "state")
    return Object.entries(visitStateLabels).find(([state]) => state === text)?.[1] ?? text;
  if (field === "contactNumber") return formatPhone(text);
  if (isCalendarDay(text)) return formatDay(text);
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)) return formatInstant(text);
  return text;
}
