import * as z from "zod/mini";
import { addDayOff } from "#features/appointments/contract.ts";
import type { Place } from "#features/places/contract.ts";
import { isCalendarDay } from "#shared/formats/dates.ts";
import { optionalLine } from "#shared/formats/fields.ts";
import { isApiError } from "#web/data/api-error.ts";
import { showFailure, useEndpointMutation } from "#web/data/calls.ts";
import { dateBounds } from "#web/forms/date-bounds.ts";
import { applyServerFields, useZodForm } from "#web/forms/form.ts";
import { useDiscardQuestion } from "#web/forms/use-discard-question.tsx";
import { useToday } from "#web/hooks/use-today.ts";
import { DateInput } from "#web/ui/inputs/DateInput.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { FormFoot } from "#web/ui/inputs/FormFoot.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";

const DayOffForm = z
  .object({
    firstDay: z.string().check(z.refine(isCalendarDay, "Choose a day")),
    lastDay: z.string().check(z.refine((day) => day === "" || isCalendarDay(day), "Choose a day")),
    placeId: z.string(),
    note: optionalLine(200),
  })
  .check(
    z.refine(({ firstDay, lastDay }) => lastDay === "" || firstDay <= lastDay, {
      error: "The last day must follow the first",
      path: ["lastDay"],
    }),
  );

/** Days on which a place, or the whole clinic, is closed. */
export function DayOffDialog({ places, onClose }: { places: readonly Place[]; onClose: () => void }) {
  const today = useToday();
  const form = useZodForm(DayOffForm, {
    defaultValues: { firstDay: "", lastDay: "", placeId: "", note: "" },
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const discard = useDiscardQuestion(isDirty);
  const add = useEndpointMutation(addDayOff, { done: "Day off added", failed: null });
  return (
    <Dialog
      open
      onClose={onClose}
      mayClose={() => !isSubmitting && discard.mayClose()}
      title="Add Day Off"
      size="sm"
      onSubmit={(event) =>
        void form.handleSubmit(async ({ firstDay, lastDay, placeId, note }) => {
          try {
            await add.mutateAsync({
              body: {
                firstDay,
                lastDay: lastDay || firstDay,
                note,
                ...(placeId && { placeId: Number(placeId) }),
              },
            });
            onClose();
          } catch (error) {
            if (isApiError(error)) applyServerFields(form, error);
            showFailure(error, { title: "Error", fallback: "Failed to add the day off" });
          }
        })(event)
      }
      foot={<FormFoot onCancel={discard.closing(onClose)} isSending={isSubmitting} save="Add Day Off" />}
      bodyClassName="grid content-start gap-4"
    >
      <div className="grid grid-cols-2 items-start gap-3">
        <Field label="First day" required error={errors.firstDay?.message}>
          <DateInput {...form.register("firstDay")} {...dateBounds("dayOff", { today })} />
        </Field>
        <Field label="Last day" optional error={errors.lastDay?.message}>
          <DateInput {...form.register("lastDay")} {...dateBounds("dayOff", { today })} />
        </Field>
      </div>
      {places.length > 1 && (
        <Field label="Place" error={errors.placeId?.message}>
          <Select
            options={[
              { value: "", label: "All places" },
              ...places.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            {...form.register("placeId")}
          />
        </Field>
      )}
      <Field label="Why" optional hint="Shown in the calendar." error={errors.note?.message}>
        <TextInput maxLength={200} autoComplete="off" placeholder="Congress" {...form.register("note")} />
      </Field>
      {discard.question}
    </Dialog>
  );
}
