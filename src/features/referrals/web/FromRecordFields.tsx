import { Button } from "#web/ui/Button.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { SkeletonBar } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextArea } from "#web/ui/inputs/TextArea.tsx";
import type { ReferralForm } from "./referral-form.ts";
import type { FromRecord } from "./use-from-record.ts";

/** Pregnancy and current medicines as they will be sent: each can be changed or left out. Nothing where none is known. */
export function FromRecordFields({ form, record }: { form: ReferralForm; record: FromRecord }) {
  const { offered, failure, isPending, isRetrying, retry, confidential, isPastTerm } = record;
  if (isPending)
    return (
      <Waiting
        skeleton={<SkeletonBar className="h-control w-full" />}
        onRetry={retry}
        label="Loading pregnancy and medicines"
      />
    );
  return (
    <>
      {failure && (
        <NoteBox
          tone="warn"
          role="alert"
          title="Pregnancy and medicines could not be loaded"
          actions={
            <Button size="sm" onClick={retry} busy={isRetrying} busyLabel="Trying…">
              Try Again
            </Button>
          }
        >
          {failure.shown()} Write in the notes what the clinic must know.
        </NoteBox>
      )}
      <Text
        form={form}
        name="pregnancy"
        label="Pregnancy"
        offered={offered.pregnancy}
        hint={isPastTerm ? "Past 42 weeks: record how it ended." : undefined}
      />
      <Text
        form={form}
        name="currentMedicines"
        label="Current medicines"
        offered={offered.currentMedicines}
        hint={
          confidential > 0
            ? `${confidential === 1 ? "1 confidential medicine is" : `${confidential} confidential medicines are`} not included.`
            : undefined
        }
      />
    </>
  );
}

function Text({
  form,
  name,
  label,
  offered,
  hint,
}: {
  form: ReferralForm;
  name: "pregnancy" | "currentMedicines";
  label: string;
  /** By the record; empty for none. */
  offered: string;
  hint: string | undefined;
}) {
  const text = form.watch(name);
  // A restored draft may have text that the record no longer has.
  if (!text && !offered && !hint) return null;
  const act = text ? "Leave Out" : "Include";
  const set = (value: string) => form.setValue(name, value, { shouldDirty: true, shouldValidate: true });
  return (
    <Field
      label={label}
      optional
      hint={hint}
      error={form.formState.errors[name]?.message}
      aside={
        (text || offered) && (
          <Button
            variant="link"
            size="sm"
            aria-label={`${act} ${label.toLowerCase()}`}
            onClick={() => set(text ? "" : offered)}
          >
            {act}
          </Button>
        )
      }
    >
      <TextArea rows={1} className="max-h-52! min-h-control" {...form.register(name)} />
    </Field>
  );
}
