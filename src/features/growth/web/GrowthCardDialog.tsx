import { useState } from "react";
import { recordVitals } from "#features/consultations/contract.ts";
import type { Patient } from "#features/patients/contract.ts";
import { readVitalSigns } from "#shared/clinical/vital-signs.ts";
import { formatDay, isCalendarDay } from "#shared/formats/dates.ts";
import { DialogPatient } from "#web/clinical/DialogPatient.tsx";
import { isApiError } from "#web/data/api-error.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { FormDialog } from "#web/forms/FormDialog.tsx";
import { useToday } from "#web/hooks/use-today.ts";
import { DateInput } from "#web/ui/inputs/DateInput.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { UnitInput } from "#web/ui/inputs/UnitInput.tsx";
import { notify } from "#web/ui/overlays/notify.ts";

const columns = [
  { name: "weight", label: "Weight", unit: "kg" },
  { name: "height", label: "Length or height", unit: "cm" },
  { name: "headCircumference", label: "Head", unit: "cm" },
] as const;
type Column = (typeof columns)[number]["name"];
type Row = { key: number; date: string } & Record<Column, string>;
type Problems = Partial<Record<"date" | Column, string>>;

const emptyRow = (key: number): Row => ({ key, date: "", weight: "", height: "", headCircumference: "" });
const isEmpty = (row: Row) =>
  [row.date, row.weight, row.height, row.headCircumference].every((text) => text === "");

function problemsOf(row: Row, { birthday, today }: { birthday: string; today: string }): Problems {
  const { values, errors } = readVitalSigns(row);
  const found: Problems = {};
  for (const { name } of columns) if (errors[name]) found[name] = errors[name];
  if (!isCalendarDay(row.date)) found.date = "Enter the date, as MM/DD/YYYY";
  else if (row.date > today) found.date = "Not in the future";
  else if (row.date < birthday) found.date = `From the birthday on, ${formatDay(birthday)}`;
  const isMeasured = columns.some(({ name }) => values[name] != null);
  if (!isMeasured && Object.keys(found).length === 0) found.weight = "Enter what was measured";
  return found;
}

/** What the server refused of a line, or asks about. */
const refusedOf = (fields: Record<string, string>): Problems =>
  Object.fromEntries(
    [
      { name: "date", field: "recordedAt" },
      ...columns.map(({ name }) => ({ name, field: `vitalSigns.${name}` })),
    ]
      .filter(({ field }) => fields[field])
      .map(({ name, field }) => [name, fields[field]]),
  );

/** Enters an old growth card line by line, with Tab alone: beginning the last line adds another. */
export function GrowthCardDialog({
  patient,
  birthday,
  onClose,
}: {
  patient: Patient;
  birthday: string;
  onClose: () => void;
}) {
  const today = useToday();
  const [rows, setRows] = useState<readonly Row[]>([emptyRow(0), emptyRow(1), emptyRow(2)]);
  const [problems, setProblems] = useState<Record<number, Problems>>({});
  const [isSending, setSending] = useState(false);
  const send = useEndpointMutation(recordVitals, {
    done: null,
    failed: { title: "Error", fallback: "Failed to record vital signs" },
  });
  const typed = rows.filter((row) => !isEmpty(row));

  const write = (key: number, name: "date" | Column, text: string) =>
    setRows((before) => {
      const next = before.map((row) => (row.key === key ? { ...row, [name]: text } : row));
      const last = next.at(-1);
      return last && !isEmpty(last) ? [...next, emptyRow(last.key + 1)] : next;
    });

  const save = async () => {
    const wrong = Object.fromEntries(
      typed
        .map((row) => [row.key, problemsOf(row, { birthday, today })] as const)
        .filter(([, found]) => Object.keys(found).length > 0),
    );
    setProblems(wrong);
    if (typed.length === 0 || Object.keys(wrong).length > 0) return;
    setSending(true);
    let sent = -1;
    try {
      for (const row of typed) {
        sent = row.key;
        await send.mutateAsync({
          params: { id: String(patient.id) },
          body: { recordedAt: row.date, vitalSigns: readVitalSigns(row).values },
        });
        // Saved lines are removed, so that a retry sends only the rest.
        setRows((before) => before.filter(({ key }) => key !== row.key));
      }
      notify({
        title: `${typed.length} ${typed.length === 1 ? "visit" : "visits"} recorded`,
        kind: "success",
      });
      onClose();
    } catch (error) {
      if (!isApiError(error)) throw error;
      setProblems({ [sent]: refusedOf(error.fields) });
    } finally {
      setSending(false);
    }
  };

  return (
    <FormDialog
      isDirty={typed.length > 0}
      isSending={isSending}
      title="Type Old Growth Card"
      description="One line a visit. Leave out what was not measured."
      size="wide"
      patient={<DialogPatient patient={patient} />}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onClose={onClose}
      disabled={typed.length === 0}
      save={typed.length > 1 ? `Save ${typed.length} Visits` : "Save Visit"}
    >
      <ol className="grid gap-4 md:gap-2.5">
        {rows.map((row, index) => (
          <CardLine
            key={row.key}
            row={row}
            index={index}
            problems={problems[row.key] ?? {}}
            {...{ birthday, today }}
            onWrite={(name, text) => write(row.key, name, text)}
          />
        ))}
      </ol>
    </FormDialog>
  );
}

function CardLine({
  row,
  index,
  problems,
  birthday,
  today,
  onWrite,
}: {
  row: Row;
  index: number;
  problems: Problems;
  birthday: string;
  today: string;
  onWrite: (name: "date" | Column, text: string) => void;
}) {
  return (
    <li className="max-md:border-t max-md:border-line max-md:pt-3 max-md:first:border-t-0">
      <fieldset className="grid grid-cols-2 gap-2.5 md:grid-cols-[1.4fr_1fr_1fr_1fr]">
        <legend className="sr-only">Visit {index + 1}</legend>
        <Field label="Date" hideLabel={index > 0} error={problems.date} className="max-md:col-span-2">
          <DateInput value={row.date} min={birthday} max={today} onValue={(text) => onWrite("date", text)} />
        </Field>
        {columns.map(({ name, label, unit }) => (
          <Field key={name} label={label} hideLabel={index > 0} error={problems[name]}>
            <UnitInput
              unit={unit}
              value={row[name]}
              onChange={(event) => onWrite(name, event.target.value)}
            />
          </Field>
        ))}
      </fieldset>
    </li>
  );
}
