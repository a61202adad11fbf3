import { addPlace, changePlace, type Place, PlaceDraft } from "#features/places/contract.ts";
import { changedFrom } from "#web/forms/changed-from.ts";
import { FormDialog } from "#web/forms/FormDialog.tsx";
import { useFormDialog } from "#web/forms/use-form-dialog.ts";
import { Field } from "#web/ui/inputs/Field.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";

const kinds = [
  { value: "place", label: "Place where doctors sit" },
  { value: "room", label: "Room" },
  { value: "machine", label: "Machine" },
];

/** Adds a place, or changes one. */
export function PlaceDialog({
  place,
  hasKinds = false,
  onClose,
}: {
  place: Place | null;
  /** Where several doctors practise, rooms and machines can be booked beside places. */
  hasKinds?: boolean;
  onClose: () => void;
}) {
  const { form, errors, dialog } = useFormDialog(place ? changePlace : addPlace, PlaceDraft, {
    defaultValues: {
      name: place?.name ?? "",
      room: place?.room ?? "",
      address: place?.address ?? "",
      kind: "place",
    },
    request: ({ kind, ...body }, opened) => {
      if (!place) return { body: { ...body, ...(hasKinds && { kind }) } };
      const { kind: _, ...before } = opened;
      return { params: { id: String(place.id) }, body: changedFrom(before, body) };
    },
    done: place ? "Place saved" : "Place added",
    failed: "Failed to save the place",
    onClose,
  });
  return (
    <FormDialog
      {...dialog}
      title={place ? `Edit ${place.name}` : "Add Place"}
      size="sm"
      save={place ? "Save Place" : "Add Place"}
    >
      <Field label="Name" required error={errors.name?.message}>
        <TextInput maxLength={120} autoComplete="off" {...form.register("name")} />
      </Field>
      {hasKinds && !place && (
        <Field
          label="Kind"
          error={errors.kind?.message}
          hint="A room or machine is booked beside its doctor."
        >
          <Select options={kinds} {...form.register("kind")} />
        </Field>
      )}
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
    </FormDialog>
  );
}
