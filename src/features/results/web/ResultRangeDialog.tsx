import { Plus, Trash2 } from "lucide-react";
import { useFieldArray } from "react-hook-form";
import { type ResultRange, setResultRange } from "#features/results/contract.ts";
import type { NumberAnalyte } from "#shared/clinical/results/analyte.ts";
import { rangeFor, rangeInWords } from "#shared/clinical/results/judge.ts";
import { analytes } from "#shared/clinical/results/panels.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { FormDialog } from "#web/forms/FormDialog.tsx";
import { useFormDialog } from "#web/forms/use-form-dialog.ts";
import { Button } from "#web/ui/Button.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { UnitInput } from "#web/ui/inputs/UnitInput.tsx";
import { bandsOf, emptyBand, RangeForm, typedRange } from "./range-form.ts";

const numbers = [...analytes.values()]
  .filter((each): each is NumberAnalyte => each.kind === "number")
  .toSorted((one, other) => one.name.localeCompare(other.name));
const sexes = [
  { value: "", label: "Both" },
  { value: "F", label: "Female" },
  { value: "M", label: "Male" },
];

/** The published range for adults, to compare with. */
function published(analyte: NumberAnalyte): string {
  const [unit] = analyte.units;
  const of = (sex: "F" | "M") => rangeFor(analyte, unit, { sex, ageInMonths: 40 * 12 });
  const [women, men] = [of("F"), of("M")];
  const range = men ?? women;
  if (!range) return "No published range for adults.";
  const words = [women, men].map((each) => (each ? rangeInWords(each) : "none"));
  const both = words[0] === words[1] ? words[0] : `female ${words[0]}, male ${words[1]}`;
  return `Published for adults: ${both} ${unit.name} (${range.source}).`;
}

/** The clinic's own range of one test, by sex and age. */
export function ResultRangeDialog({
  range,
  own,
  onClose,
}: {
  range: ResultRange | null;
  /** The existing ones. */
  own: readonly ResultRange[];
  onClose: () => void;
}) {
  const { form, errors, dialog } = useFormDialog(setResultRange, RangeForm, {
    defaultValues: typedRange(range),
    draft: { form: "result-range" },
    request: (typed) => ({
      body: { analyte: typed.analyte, bands: bandsOf(typed), note: typed.note || null },
    }),
    done: "Range saved",
    failed: "Failed to save the range",
    onClose,
  });
  const bands = useFieldArray({ control: form.control, name: "bands" });
  const reset = useEndpointMutation(setResultRange, {
    done: "The published range is used again",
    failed: { title: "Error", fallback: "Failed to change the range" },
  });
  const chosen = analytes.get(form.watch("analyte"));
  const analyte = chosen?.kind === "number" ? chosen : null;
  const unit = analyte?.units[0].name ?? "";
  const taken = new Set(own.map((each) => each.analyte));
  return (
    <FormDialog
      {...dialog}
      size="lg"
      title={range ? `Range of ${analyte?.name ?? range.analyte}` : "Change a Range"}
      save="Save Range"
      {...(range && {
        footNote: (
          <Button
            variant="ghost"
            size="sm"
            busy={reset.isPending}
            onClick={() =>
              void reset
                .mutateAsync({ body: { analyte: range.analyte, bands: [] } })
                .then(onClose, () => undefined)
            }
          >
            Use the Published Range
          </Button>
        ),
      })}
    >
      {!range && (
        <Field label="Test" required error={errors.analyte?.message}>
          <Select
            placeholder="Choose a test"
            options={numbers.map(({ code, name }) => ({
              value: code,
              label: name,
              disabled: taken.has(code),
            }))}
            {...form.register("analyte")}
          />
        </Field>
      )}
      {analyte && <p className="text-sm text-ink-2">{published(analyte)}</p>}
      {bands.fields.map(({ id }, index) => {
        const wrong = errors.bands?.[index];
        const nth = bands.fields.length > 1 ? ` ${index + 1}` : "";
        return (
          <fieldset key={id} className="grid gap-3 border-t border-line pt-3">
            <legend className="sr-only">{`Range${nth}`}</legend>
            <div className="grid grid-cols-2 items-start gap-3 md:grid-cols-5">
              <Field label="Sex">
                <Select options={sexes} {...form.register(`bands.${index}.sex`)} />
              </Field>
              <Field label="From age" error={wrong?.from?.message}>
                <UnitInput unit="years" {...form.register(`bands.${index}.from`)} />
              </Field>
              <Field label="Under age" error={wrong?.to?.message}>
                <UnitInput unit="years" {...form.register(`bands.${index}.to`)} />
              </Field>
              <Field label="Lower limit" error={wrong?.low?.message}>
                <TextInput inputMode="decimal" autoComplete="off" {...form.register(`bands.${index}.low`)} />
              </Field>
              <Field label="Upper limit" error={wrong?.high?.message} hint={unit || undefined}>
                <TextInput inputMode="decimal" autoComplete="off" {...form.register(`bands.${index}.high`)} />
              </Field>
            </div>
            {bands.fields.length > 1 && (
              <IconButton
                label={`Remove range${nth}`}
                size="sm"
                icon={<Trash2 />}
                className="justify-self-end"
                onClick={() => bands.remove(index)}
              />
            )}
          </fieldset>
        );
      })}
      <div>
        <Button size="sm" icon={<Plus />} onClick={() => bands.append(emptyBand)}>
          Another Sex or Age
        </Button>
      </div>
      <Field
        label="Why"
        optional
        hint="Shown under the result: the doctor's goal, Chong Hua laboratory."
        error={errors.note?.message}
      >
        <TextInput maxLength={120} autoComplete="off" {...form.register("note")} />
      </Field>
    </FormDialog>
  );
}
