import * as z from "zod/mini";
import { fhirResourceTypes } from "#shared/fhir-resource-types.ts";
import { addDays } from "#shared/formats/dates.ts";
import { optionalDay } from "#shared/formats/fields.ts";
import { FormDialog } from "#web/forms/FormDialog.tsx";
import { useFormDialog } from "#web/forms/use-form-dialog.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { Checkbox } from "#web/ui/inputs/Checkbox.tsx";
import { DateInput } from "#web/ui/inputs/DateInput.tsx";
import { Field, FieldError } from "#web/ui/inputs/Field.tsx";
import { RadioGroup } from "#web/ui/inputs/RadioGroup.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { ApiKeyDraft, addApiKey, LONGEST_LIFE } from "../contract.ts";
import { typeWords } from "./api-key-words.ts";

const ApiKeyForm = z
  .object({
    name: ApiKeyDraft.shape.name,
    what: z.enum(["all", "some"]),
    types: z.array(z.enum(fhirResourceTypes)),
    expiresAt: optionalDay.check(z.refine((day) => day !== null, "Enter the last day")),
  })
  .check(
    z.refine(({ what, types }) => what === "all" || types.length > 0, {
      path: ["types"],
      error: "Choose what the key may read",
    }),
  );

/** The form of a new key: its name, its resource types, its last day. */
export function AddApiKeyDialog({
  onClose,
  onAdded,
}: {
  onClose: () => void;
  onAdded: (made: { name: string; key: string }) => void;
}) {
  const today = useToday();
  const latest = addDays(today, LONGEST_LIFE);
  const { form, errors, dialog } = useFormDialog(addApiKey, ApiKeyForm, {
    defaultValues: { name: "", what: "some", types: [], expiresAt: latest },
    request: ({ name, what, types, expiresAt }) => ({
      body: { name, scopes: what === "all" ? what : types, expiresAt: expiresAt ?? latest },
    }),
    done: null,
    failed: "Failed to create the API key",
    secretLost: {
      title: "API key created",
      description: "It couldn't be shown. Revoke it and create a new one.",
    },
    onSaved: onAdded,
    onClose,
  });

  return (
    <FormDialog {...dialog} title="Create API Key" save="Create Key">
      <Field
        label="Name"
        required
        error={errors.name?.message}
        hint="The system that uses this key. It is shown in record histories."
      >
        <TextInput
          maxLength={100}
          autoComplete="off"
          placeholder="Laboratory system"
          {...form.register("name")}
        />
      </Field>
      <RadioGroup
        inline
        label="May read"
        options={[
          { value: "some", label: "Selected records" },
          { value: "all", label: "Everything" },
        ]}
        {...form.register("what")}
      />
      {form.watch("what") === "some" && (
        <fieldset className="min-w-0">
          <legend className="sr-only">What the key may read</legend>
          <div className="grid gap-x-4 gap-y-1 md:grid-cols-2">
            {fhirResourceTypes.map((type) => (
              <Checkbox key={type} value={type} label={typeWords[type]} {...form.register("types")} />
            ))}
          </div>
          {errors.types && <FieldError>{errors.types.message}</FieldError>}
        </fieldset>
      )}
      <Field
        label="Last day"
        required
        error={errors.expiresAt?.message}
        hint="At most a year from today."
        className="max-w-60"
      >
        <DateInput min={today} max={latest} {...form.register("expiresAt")} />
      </Field>
    </FormDialog>
  );
}
