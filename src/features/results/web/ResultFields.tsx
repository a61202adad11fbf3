import { ArrowLeftRight } from "lucide-react";
import type { FieldErrors, UseFormReturn } from "react-hook-form";
import type { ResultSettings } from "#features/results/contract.ts";
import type { Analyte, Unit } from "#shared/clinical/results/analyte.ts";
import type { Subject } from "#shared/clinical/results/judge.ts";
import { isNoResult, noResultChoices } from "#shared/clinical/results/no-result.ts";
import { Field } from "#web/ui/inputs/Field.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { UnitInput } from "#web/ui/inputs/UnitInput.tsx";
import { meaningOf, type ResultForm, typedTests, type UnitOf, withNextUnit } from "./result-form.ts";

/** A line each: label, value, flag. Stacked on phones. */
const line =
  "border-t border-line py-2 first:border-t-0 md:grid-cols-[11rem_11rem_minmax(0,1fr)] md:items-center md:gap-x-4";

/** Of a test in words; what the laboratory wrote instead of a result stays. */
function wordsFor({ choices }: { choices: readonly string[] }, typed: string): string[] {
  const isKnown = (word: string) => choices.some((choice) => choice.startsWith(word));
  const words = [...choices, ...noResultChoices.filter((word) => !isKnown(word))];
  return isNoResult(typed) && !words.includes(typed) ? [...words, typed] : words;
}

/** The tests of a panel in the printed order; Tab moves from value to value. */
export function ResultFields({
  form,
  values,
  errors,
  unitOf,
  subject,
  ranges,
}: {
  form: Pick<UseFormReturn<ResultForm>, "register" | "setValue">;
  values: ResultForm;
  errors: FieldErrors<ResultForm>["values"];
  unitOf: UnitOf;
  subject: Subject;
  ranges: ResultSettings["ranges"];
}) {
  const nextUnit = (analyte: Analyte, unit: Unit | null) =>
    form.setValue("units", withNextUnit(values, analyte, unit), { shouldDirty: true });
  return (
    <div>
      {typedTests(values.panel).map((analyte) => {
        const unit = unitOf(analyte, values);
        const typed = values.values[analyte.code] ?? "";
        const error = errors?.[analyte.code]?.message;
        const { flag, hint } = error ? {} : meaningOf(analyte, typed, { unit, subject, ranges });
        const registered = form.register(`values.${analyte.code}`);
        const hasUnits = analyte.kind === "number" && analyte.units.length > 1;
        return (
          <Field
            key={`${values.panel} ${analyte.code}`}
            label={analyte.name}
            error={error}
            {...(hint && { hint })}
            className={line}
            {...(hasUnits && {
              aside: (
                // Not in the Tab order, which moves from value to value; Alt+U in the field does the same.
                <button
                  type="button"
                  tabIndex={-1}
                  aria-label={`Change the unit of ${analyte.name}`}
                  title="Change the unit (Alt+U in the field)"
                  className="inline-flex items-center rounded-sm p-1 text-ink-3 hover:text-ink max-md:min-h-touch max-md:min-w-touch max-md:justify-center [&_svg]:size-3.5"
                  onClick={() => nextUnit(analyte, unit)}
                >
                  <ArrowLeftRight />
                </button>
              ),
            })}
          >
            {analyte.kind === "number" ? (
              <UnitInput
                unit={unit?.name ?? ""}
                {...(flag && { flag })}
                maxLength={20}
                className={(unit?.name.length ?? 0) > 7 ? "pr-28" : "pr-18"}
                {...registered}
                {...(hasUnits && { "aria-keyshortcuts": "Alt+U" })}
                onKeyDown={(event) => {
                  if (!event.altKey || event.key.toLowerCase() !== "u") return;
                  event.preventDefault();
                  nextUnit(analyte, unit);
                }}
              />
            ) : analyte.kind === "word" ? (
              <Select options={wordsFor(analyte, typed)} placeholder="Not tested" {...registered} />
            ) : (
              <TextInput maxLength={500} autoComplete="off" {...registered} />
            )}
            {analyte.kind === "word" && flag && <p className="text-sm text-warn">{flag.text}</p>}
          </Field>
        );
      })}
    </div>
  );
}
