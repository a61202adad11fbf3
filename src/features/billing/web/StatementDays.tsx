import { useState } from "react";
import { type DaySpan, payPeriods } from "#shared/formats/pay-periods.ts";
import { DateInput } from "#web/ui/inputs/DateInput.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";

/** Days that have not come cannot be closed. */
export const upTo = (today: string, { from, to }: DaySpan = { from: today, to: today }): DaySpan => ({
  from,
  to: to > today ? today : to,
});

/** The days of a statement: a month, a half of one, or others. */
export function StatementDays({
  today,
  span,
  onSpan,
}: {
  today: string;
  span: DaySpan;
  onSpan: (span: DaySpan) => void;
}) {
  const periods = payPeriods(today);
  const [isOther, setOther] = useState(false);
  const chosen = periods.findIndex((period) => {
    const { from, to } = upTo(today, period);
    return from === span.from && to === span.to;
  });
  return (
    <>
      <Field label="Days" className="max-md:w-full md:w-60">
        <Select
          value={isOther || chosen < 0 ? "other" : String(chosen)}
          onChange={(event) => {
            const period = periods[Number(event.target.value)];
            setOther(!period);
            if (period) onSpan(upTo(today, period));
          }}
          options={[
            ...periods.map(({ label }, index) => ({ value: String(index), label })),
            { value: "other", label: "Other days" },
          ]}
        />
      </Field>
      {(isOther || chosen < 0) && (
        <>
          <Field label="From" className="max-md:w-full md:w-44">
            <DateInput
              defaultValue={span.from}
              max={span.to}
              onDate={(from) => from && onSpan({ ...span, from })}
            />
          </Field>
          <Field label="To" className="max-md:w-full md:w-44">
            <DateInput
              defaultValue={span.to}
              min={span.from}
              max={today}
              onDate={(to) => to && onSpan({ ...span, to })}
            />
          </Field>
        </>
      )}
    </>
  );
}
