import { FormDialog } from "#web/forms/FormDialog.tsx";
import { useFormDialog } from "#web/forms/use-form-dialog.ts";
import { Checkbox } from "#web/ui/inputs/Checkbox.tsx";
import { Field, FieldError } from "#web/ui/inputs/Field.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { addWebhook, changeWebhook, type Webhook, WebhookDraft, webhookEvents } from "../contract.ts";
import { eventWords } from "./webhook-words.ts";

/** Adds a webhook, or edits one. */
export function WebhookDialog({
  webhook,
  onClose,
  onAdded,
}: {
  webhook: Webhook | null;
  onClose: () => void;
  onAdded: (made: { url: string; secret: string }) => void;
}) {
  const { form, errors, dialog } = useFormDialog(webhook ? changeWebhook : addWebhook, WebhookDraft, {
    defaultValues: { url: webhook?.url ?? "", events: [...(webhook?.events ?? webhookEvents)] },
    request: ({ url, events }) => {
      if (!webhook) return { body: { url, events } };
      // A new address needs the password; an unchanged one does not.
      const body = url === webhook.url ? { events } : { url, events };
      return { params: { id: String(webhook.id) }, body };
    },
    done: webhook && "Webhook saved",
    failed: "Failed to save the webhook",
    secretLost: {
      title: "Webhook added",
      description: "Its secret couldn't be shown. Delete it and add it again.",
    },
    onSaved: (saved) => ("secret" in saved ? onAdded(saved) : onClose()),
    onClose,
  });

  return (
    <FormDialog
      {...dialog}
      title={webhook ? "Edit Webhook" : "Add Webhook"}
      size="sm"
      save={webhook ? "Save Webhook" : "Add Webhook"}
    >
      <Field
        label="Address"
        required
        error={errors.url?.message}
        hint="Where the other system receives messages."
      >
        <TextInput
          inputMode="url"
          maxLength={500}
          autoComplete="off"
          autoCapitalize="none"
          placeholder="https://example.ph/klinika"
          {...form.register("url")}
        />
      </Field>
      <fieldset className="min-w-0">
        <legend className="mb-1 text-sm font-medium">Send a message when</legend>
        <div className="grid gap-1">
          {webhookEvents.map((event) => (
            <Checkbox key={event} value={event} label={eventWords[event]} {...form.register("events")} />
          ))}
        </div>
        {errors.events && <FieldError>{errors.events.message}</FieldError>}
      </fieldset>
    </FormDialog>
  );
}
