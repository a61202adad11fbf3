import type { CustomField } from "#features/clinics/contract.ts";
import { formatLongDay, isCalendarDay } from "#shared/formats/dates.ts";
import type { ChartLine } from "#web/ui/lists/ChartList.tsx";

/** A patient's custom fields, in the owner's order; then values of inactive fields and of imported ones. */
export function customLines(
  fields: readonly CustomField[],
  values: Readonly<Record<string, string>>,
): ChartLine[] {
  const used = fields.filter(({ fieldName, isActive }) => isActive && Object.hasOwn(values, fieldName));
  const names = new Set(used.map(({ fieldName }) => fieldName));
  return [
    ...used.map(({ fieldName }) => ({ label: fieldName, value: inWords(values[fieldName] ?? "") })),
    ...Object.entries(values)
      .filter(([name]) => !names.has(name))
      .map(([name, value]) => ({
        label: name,
        value: (
          <>
            {inWords(value)} <span className="text-ink-3">(no longer used)</span>
          </>
        ),
      })),
  ];
}

const inWords = (value: string) => (isCalendarDay(value) ? formatLongDay(value) : value);
