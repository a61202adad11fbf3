import { useRef } from "react";
import { useWatch } from "react-hook-form";
import { type ClinicSettings, saveClinicSettings } from "#features/clinics/contract.ts";
import type { Edge } from "#shared/clinical/adult-ranges-draft.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { IfCan } from "#web/data/session.tsx";
import { showRefusal, useZodForm } from "#web/forms/form.ts";
import { useLeaveQuestion } from "#web/forms/use-discard-question.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { UnitInput } from "#web/ui/inputs/UnitInput.tsx";
import { ChartList } from "#web/ui/lists/ChartList.tsx";
import { notify } from "#web/ui/overlays/notify.ts";
import {
  AdultRangesForm,
  type AdultRangesValues,
  limitName,
  rangeRows,
  redInWords,
  typedRanges,
} from "./adult-ranges-form.ts";
import { SaveBar } from "./SaveBar.tsx";
import { WithClinicSettings } from "./WithClinicSettings.tsx";

/** The ranges in which an adult's vital signs are not highlighted. */
export const AdultRangesSettings = () => (
  <WithClinicSettings>
    {(clinic) => (
      <IfCan do={saveClinicSettings} otherwise={<RangeFacts clinic={clinic} />}>
        <RangesForm clinic={clinic} />
      </IfCan>
    )}
  </WithClinicSettings>
);

const TITLE = "Vital sign ranges (adults)";

const About = () => (
  <p className="text-sm text-ink-2">
    From age 18, a value outside its range is highlighted. Children are checked against the ranges for their
    age. The defaults are Klinika's own for outpatients, not a guideline's. The red limits stay the same.
  </p>
);

function RangesForm({ clinic }: { clinic: ClinicSettings }) {
  const form: AdultRangesValues = useZodForm(AdultRangesForm, {
    defaultValues: { adultRanges: typedRanges(clinic.adultRanges) },
  });
  const { isDirty, isSubmitting } = form.formState;
  const { mutateAsync } = useEndpointMutation(saveClinicSettings, { done: null, failed: null });
  const question = useLeaveQuestion(isDirty);
  const saveButton = useRef<HTMLButtonElement>(null);
  const defaults = typedRanges(null);
  const typed = useWatch({ control: form.control, name: "adultRanges" });
  const isDefault = JSON.stringify(typed) === JSON.stringify(defaults);

  const save = form.handleSubmit(async () => {
    if (!isDirty) {
      notify({ kind: "info", title: "No changes to save" });
      return;
    }
    const sent = structuredClone(form.getValues());
    try {
      const { adultRanges } = await mutateAsync({ body: sent });
      // Keeps what was typed meanwhile.
      const keepValues = JSON.stringify(form.getValues()) !== JSON.stringify(sent);
      form.reset({ adultRanges: typedRanges(adultRanges) }, { keepValues });
      notify({ kind: "success", title: "Vital sign ranges saved" });
    } catch (error) {
      showRefusal(form, error, "Failed to update clinic settings");
    }
  });

  return (
    <Section flush title={TITLE}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSubmitting) void save();
        }}
      >
        <div className="border-b border-line px-4 py-3">
          <About />
        </div>
        <div aria-hidden="true" className={`${columns} bg-sunk py-1.5 text-xs font-medium text-ink-2`}>
          <span className="max-md:hidden">Sign</span>
          <span>Low</span>
          <span>High</span>
        </div>
        {rangeRows.map((row) => (
          <RangeFields key={row.sign} row={row} form={form} />
        ))}
        <SaveBar
          {...{ isDirty, saveButton }}
          isSaving={isSubmitting}
          save="Save Ranges"
          className="border-t border-line px-4 py-3"
        >
          {!isDefault && (
            <Button
              onClick={() => {
                form.setValue("adultRanges", defaults, { shouldDirty: true, shouldValidate: true });
                // This button disappears; the next step is to save.
                saveButton.current?.focus();
              }}
            >
              Reset to Defaults
            </Button>
          )}
        </SaveBar>
      </form>
      {question}
    </Section>
  );
}

const columns = "grid grid-cols-2 items-start gap-x-3 px-4 md:grid-cols-[minmax(0,1fr)_8.5rem_8.5rem]";

function RangeFields({ row, form }: { row: (typeof rangeRows)[number]; form: AdultRangesValues }) {
  return (
    <div className={`${columns} gap-y-2 border-t border-line py-2.5`}>
      <p className="max-md:col-span-2">
        <span className="font-medium">{row.label}</span>
        <span className="block text-sm text-ink-3">{redInWords(row.sign)}</span>
      </p>
      <Limit row={row} form={form} edge="low" />
      <Limit row={row} form={form} edge="high" />
    </div>
  );
}

function Limit({
  row,
  form,
  edge,
}: {
  row: (typeof rangeRows)[number];
  form: AdultRangesValues;
  edge: Edge;
}) {
  const name = limitName(row.sign, edge);
  if (!name) return <p className="py-2 text-sm text-ink-3 max-md:py-3">No {edge} limit</p>;
  return (
    <Field
      hideLabel
      label={`${row.label}, ${edge}`}
      error={form.getFieldState(name, form.formState).error?.message}
    >
      <UnitInput
        unit={row.unit}
        inputMode={row.sign === "temperature" ? "decimal" : "numeric"}
        maxLength={5}
        {...form.register(name)}
      />
    </Field>
  );
}

function RangeFacts({ clinic }: { clinic: ClinicSettings }) {
  const ranges: Partial<Record<string, { low?: unknown; high?: unknown }>> = typedRanges(clinic.adultRanges);
  return (
    <Section title={TITLE}>
      <div className="grid gap-4">
        <About />
        <ChartList
          lines={rangeRows.map(({ sign, label, unit }) => {
            const { low, high } = ranges[sign] ?? {};
            const words = low ? (high ? `${low} to ${high}` : `${low} or more`) : `${high} or less`;
            return { label, value: `${words} ${unit}` };
          })}
        />
        <p className="text-sm text-ink-3">Only the clinic owner can change these.</p>
      </div>
    </Section>
  );
}
