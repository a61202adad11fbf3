import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { customFields } from "#features/clinics/contract.ts";
import type { ImportColumn, ImportDetails, ImportMapping } from "#features/imports/contract.ts";
import {
  customTarget,
  dayFields,
  fieldOf,
  type ImportKind,
  importKinds,
  importTargets,
} from "#features/imports/import-fields.ts";
import { counted } from "#shared/formats/counts.ts";
import { useCall } from "#web/data/calls.ts";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Section } from "#web/ui/frame/Section.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { RadioGroup } from "#web/ui/inputs/RadioGroup.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { ScrollBox } from "#web/ui/lists/ScrollBox.tsx";
import { asOptions, choiceWords, kindWords } from "./import-words.ts";

type Props = {
  columns: readonly ImportColumn[];
  mapping: ImportMapping;
  guesses: ImportDetails["guesses"];
  /** The server's errors by field. */
  problems: Record<string, string>;
  onChange: (mapping: ImportMapping) => void;
  aside?: ReactNode;
};

/** What each column is imported as, beside its first cells, and the questions about it. */
export function ImportColumns({ columns, mapping, guesses, problems, onChange, aside }: Props) {
  const { kind } = mapping;
  const isOfPatients = kind === "patients";
  const { data: fields = [] } = useCall(customFields, {});
  const options = [
    ...Object.entries(importTargets[kind]).map(([value, label]) => ({ value, label })),
    ...fields
      .filter(({ isActive }) => isOfPatients && isActive)
      .map(({ fieldName }) => ({ value: customTarget(fieldName), label: fieldName })),
  ];
  const setTarget = (index: number, value: string) =>
    onChange({
      ...mapping,
      targets: mapping.targets.map((target, at) => (at === index ? value || null : target)),
      toRemarks: mapping.toRemarks.filter((column) => column !== index),
    });
  const used = mapping.targets.filter(Boolean).length;
  const days = columns.filter((_, index) => isDay(mapping.targets[index]));
  const sexes = columns.filter((_, index) => isSex(mapping.targets[index]));
  return (
    <>
      <Section
        flush
        title="Columns"
        note={
          <span className="text-sm text-ink-2">
            {used} of {columns.length} used · remembered for your next list
          </span>
        }
        actions={
          <>
            <Select
              aria-label="What the list contains"
              className="md:w-auto"
              value={kind}
              options={importKinds.map((value) => ({ value, label: kindWords[value] }))}
              onChange={({ target }) => {
                const next = target.value as ImportKind;
                onChange({ ...mapping, kind: next, targets: guesses[next], toRemarks: [], doubles: "skip" });
              }}
            />
            {aside}
          </>
        }
        foot={<Readings columns={columns} mapping={mapping} problem={problems.targets} />}
      >
        <ScrollBox label="First rows of the list" focusable className="overflow-x-auto">
          <table
            data-columns=""
            className="w-full border-separate border-spacing-0 text-sm"
            aria-label="First rows of the list"
          >
            <thead>
              <tr>
                {columns.map((column, index) => {
                  const problem = problems[`targets.${index}`];
                  const isUnordered = needsOrder(column, mapping.targets[index] ?? null);
                  return (
                    <th
                      // biome-ignore lint/suspicious/noArrayIndexKey: columns are their places
                      key={index}
                      scope="col"
                      className="min-w-44 border-b border-line-strong bg-sunk p-2 text-left align-top font-medium"
                    >
                      <span className="mb-1 block text-xs font-normal text-ink-2 wrap-anywhere">
                        {column.header}
                      </span>
                      <Select
                        aria-label={`Import ${column.header} as`}
                        aria-invalid={problem || isUnordered ? true : undefined}
                        value={mapping.targets[index] ?? ""}
                        placeholder="Leave out"
                        options={options}
                        className={cx((problem || isUnordered) && "border-warn-line")}
                        onChange={({ target }) => setTarget(index, target.value)}
                      />
                      {problem && <span className="mt-1 block text-xs text-bad">{problem}</span>}
                    </th>
                  );
                })}
              </tr>
            </thead>
            <tbody>
              {[0, 1, 2, 3, 4]
                .filter((row) => columns.some(({ samples }) => samples[row]))
                .map((row) => (
                  <tr key={row}>
                    {columns.map((column, index) => (
                      <td
                        // biome-ignore lint/suspicious/noArrayIndexKey: columns are their places
                        key={index}
                        className={cx(
                          "max-w-64 truncate border-b border-line px-3 py-1.75",
                          mapping.targets[index] ? "text-ink-2" : "bg-paper text-ink-3",
                        )}
                      >
                        {column.samples[row] ?? ""}
                      </td>
                    ))}
                  </tr>
                ))}
            </tbody>
          </table>
        </ScrollBox>
      </Section>
      <Section title="For all rows">
        <div className="grid gap-5 md:grid-cols-2">
          {isOfPatients && (
            <Field label="Hospital" required hint="For rows without a hospital." error={problems.hospital}>
              <TextInput
                maxLength={255}
                value={mapping.hospital}
                onChange={({ target }) => onChange({ ...mapping, hospital: target.value })}
              />
            </Field>
          )}
          {isOfPatients && (
            <RadioGroup
              label={
                sexes.length > 0 ? "Sex where the list has none" : "Sex of these patients (not in the list)"
              }
              required={sexes.length === 0}
              value={mapping.missingSex ?? ""}
              error={problems.missingSex}
              options={[
                ...(sexes.length > 0 ? [{ value: "", label: "Ask me row by row" }] : []),
                { value: "unknown", label: "Not known yet", hint: "Asked at the first visit" },
                { value: "F", label: "All female" },
                { value: "M", label: "All male" },
              ]}
              onChange={({ target }) =>
                onChange({ ...mapping, missingSex: (target.value || null) as ImportMapping["missingSex"] })
              }
            />
          )}
          {mapping.toRemarks.length > 0 && (
            <div className="text-sm">
              <p className="font-medium">
                Cells that cannot be read go to {isOfPatients ? "Remarks" : "Notes"}
              </p>
              <ul className="mt-1 grid gap-1">
                {mapping.toRemarks.map((column) => (
                  <li key={column} className="flex flex-wrap items-center gap-x-3">
                    <span className="wrap-anywhere">{columns[column]?.header}</span>
                    <Button
                      variant="link"
                      onClick={() =>
                        onChange({ ...mapping, toRemarks: mapping.toRemarks.filter((one) => one !== column) })
                      }
                    >
                      Ask me row by row
                    </Button>
                  </li>
                ))}
              </ul>
            </div>
          )}
          <RadioGroup
            label={`${isOfPatients ? "Patients who are" : "Consultations that are"} already here, or twice in the list`}
            value={mapping.doubles}
            options={asOptions(choiceWords[kind])}
            onChange={({ target }) =>
              onChange({ ...mapping, doubles: target.value as ImportMapping["doubles"] })
            }
          />
          {days.some(({ dates }) => dates.shortYears > 0) && (
            <RadioGroup
              label="Two-digit years"
              required
              value={mapping.shortYears ?? ""}
              error={problems.shortYears}
              options={[
                {
                  value: "latest",
                  label: "The latest year that is not in the future",
                  hint: "61 is 1961, 19 is 2019",
                },
                { value: "1900s", label: "All in the 1900s", hint: "61 is 1961, 19 is 1919" },
              ]}
              onChange={({ target }) =>
                onChange({ ...mapping, shortYears: target.value as ImportMapping["shortYears"] })
              }
            />
          )}
          {sexes.flatMap(({ unknownWords }) =>
            unknownWords.map((word) => (
              <RadioGroup
                key={word}
                inline
                required
                label={`“${word}” in the sex column means`}
                value={mapping.sexWords[word] ?? ""}
                error={mapping.sexWords[word] ? undefined : problems.sexWords}
                options={[
                  { value: "M", label: "Male" },
                  { value: "F", label: "Female" },
                ]}
                onChange={({ target }) =>
                  onChange({
                    ...mapping,
                    sexWords: { ...mapping.sexWords, [word]: target.value as "M" | "F" },
                  })
                }
              />
            )),
          )}
        </div>
      </Section>
    </>
  );
}

const isDay = (target: string | null | undefined) => target != null && dayFields.includes(fieldOf(target));

const isSex = (target: string | null | undefined) => target === "sex" || target === "ageSex";

const needsOrder = ({ dates }: ImportColumn, target: string | null) =>
  target !== null && dayFields.includes(target) && dates.either > 0;

const rowsWords = (count: number) => (count === 0 ? "none" : counted(count, "row"));

/** The possible orders of the dates, with the list's own examples. */
function Readings({
  columns,
  mapping,
  problem,
}: {
  columns: readonly ImportColumn[];
  mapping: ImportMapping;
  problem: string | undefined;
}) {
  const dates = columns.filter((column, index) => isDay(mapping.targets[index]) && column.dates.either > 0);
  return (
    <div className="grid gap-1.5 text-sm text-ink-2">
      {problem && <Line isBad>{problem}</Line>}
      {dates.map(({ header, dates: { example, monthFirst, dayFirst } }) => (
        <Line key={header}>
          {header}: {example} can be read in two ways. {rowsWords(monthFirst)} can only be month first,{" "}
          {rowsWords(dayFirst)} only day first.
        </Line>
      ))}
      {!problem && dates.length === 0 && <span>The first rows of the list.</span>}
    </div>
  );
}

const Line = ({ isBad, children }: { isBad?: boolean; children: ReactNode }) => (
  <p className={cx("flex items-start gap-2", isBad && "font-medium text-bad")}>
    <TriangleAlert className="mt-0.5 shrink-0" />
    <span>{children}</span>
  </p>
);
