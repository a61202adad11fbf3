import type { FormEvent } from "react";
import * as z from "zod/mini";
import { addPlace, changePlace, type Place } from "#features/places/contract.ts";
import { optionalLine, requiredLine } from "#shared/formats/fields.ts";
import { isApiError } from "#web/data/api-error.ts";
import { showFailure, useEndpointMutation } from "#web/data/calls.ts";
import { changedFrom } from "#web/forms/changed-from.ts";
import { applyServerFields, useZodForm } from "#web/forms/form.ts";
import { useDiscardQuestion } from "#web/forms/use-discard-question.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { FormFoot } from "#web/ui/inputs/FormFoot.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";

const PlaceForm = z.object({
  name: requiredLine("Place name is required", 120),
  room: optionalLine(60),
  address: optionalLine(500),
});

/** Adds a place, or changes one. */
export function PlaceDialog({ place, onClose }: { place: Place | null; onClose: () => void }) {
  const form = useZodForm(PlaceForm, {
    defaultValues: { name: place?.name ?? "", room: place?.room ?? "", address: place?.address ?? "" },
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const discard = useDiscardQuestion(isDirty);
  const add = useEndpointMutation(addPlace, { done: "Place added", failed: null });
  const change = useEndpointMutation(changePlace, { done: "Place saved", failed: null });
  const submit = (event: FormEvent<HTMLFormElement>) =>
    void form.handleSubmit(async (body) => {
      try {
        const opened = form.formState.defaultValues as z.output<typeof PlaceForm>;
        await (place
          ? change.mutateAsync({ params: { id: String(place.id) }, body: changedFrom(opened, body) })
          : add.mutateAsync({ body }));
        onClose();
      } catch (error) {
        if (isApiError(error)) applyServerFields(form, error);
        showFailure(error, { title: "Error", fallback: "Failed to save the place" });
      }
    })(event);
  return (
    <Dialog
      open
      onClose={onClose}
      mayClose={() => !isSubmitting && discard.mayClose()}
      title={place ? `Edit ${place.name}` : "Add Place"}
      size="sm"
      onSubmit={submit}
      foot={
        <FormFoot
          onCancel={discard.closing(onClose)}
          isSending={isSubmitting}
          save={place ? "Save Place" : "Add Place"}
        />
      }
      bodyClassName="grid content-start gap-4"
    >
      <Field label="Name" required error={errors.name?.message}>
        <TextInput maxLength={120} autoComplete="off" {...form.register("name")} />
      </Field>
      <Field label="Room" optional error={errors.room?.message}>
        <TextInput maxLength={60} autoComplete="off" placeholder="Rm. 305" {...form.register("room")} />
      </Field>
      <Field
        label="Address"
        optional
        hint="Leave empty for the clinic's own address."
        error={errors.address?.message}
      >
        <TextInput maxLength={500} autoComplete="off" {...form.register("address")} />
      </Field>
      {discard.question}
    </Dialog>
  );
}
