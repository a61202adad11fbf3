import { useState } from "react";
import { moneyByDoctor } from "#features/billing/statements-contract.ts";
import { type DaySpan, payPeriods } from "#shared/formats/pay-periods.ts";
import { useCan, useCurrentUser } from "#web/data/session.tsx";
import { useToday } from "#web/hooks/use-today.ts";
import { holdFocus } from "#web/ui/hold-focus.ts";
import { Field } from "#web/ui/inputs/Field.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { ClosedStatementSheet, ClosedStatements } from "./ClosedStatements.tsx";
import { MoneyByDoctor } from "./MoneyByDoctor.tsx";
import { OpenStatement } from "./OpenStatement.tsx";
import { StatementDays, upTo } from "./StatementDays.tsx";
import { spanWords } from "./statement-tables.tsx";

/** What doctors and the clinic have of what was billed and collected, and the doctors' closed statements. */
export function Statements() {
  const user = useCurrentUser().data;
  const maySeeAll = useCan()(moneyByDoctor);
  const today = useToday();
  const [span, setSpan] = useState<DaySpan>(() => upTo(today, payPeriods(today)[0]));
  const own = user?.doctors?.find(({ userId }) => userId === user.id);
  const [doctor, choose] = useState(maySeeAll ? "" : String(own?.id ?? ""));
  const [opened, open] = useState<number | null>(null);
  const doctors = user?.doctors ?? [];
  if (opened !== null) return <ClosedStatementSheet id={opened} onBack={() => open(null)} />;
  return (
    <div ref={holdFocus} className="grid gap-5">
      <div className="flex flex-wrap items-start gap-3" data-print="no">
        {maySeeAll && (
          <Field label="Doctor" className="max-md:w-full md:w-96">
            <Select
              value={doctor}
              onChange={(event) => choose(event.target.value)}
              options={[
                { value: "", label: "All doctors" },
                ...doctors.map(({ id, letter, name }) => ({
                  value: String(id),
                  label: `${letter} · ${name}`,
                })),
                ...(doctors.some(({ id }) => String(id) === doctor) || doctor === ""
                  ? []
                  : [{ value: doctor, label: "A former doctor" }]),
              ]}
            />
          </Field>
        )}
        <StatementDays today={today} span={span} onSpan={setSpan} />
      </div>
      <p className="hidden font-strong print:block">{spanWords(span)}</p>
      {doctor === "" && maySeeAll ? (
        <MoneyByDoctor span={span} onDoctor={(id) => choose(String(id))} />
      ) : (
        <OpenStatement practitionerId={doctor} span={span} onClosed={open} />
      )}
      <ClosedStatements practitionerId={doctor} onOpen={open} />
    </div>
  );
}
