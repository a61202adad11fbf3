import type { FormEvent } from "react";
import { isApiError } from "#web/data/api-error.ts";
import { showFailure, useEndpointMutation } from "#web/data/calls.ts";
import { applyServerFields, useZodForm } from "#web/forms/form.ts";
import { useDiscardQuestion } from "#web/forms/use-discard-question.tsx";
import { Checkbox } from "#web/ui/inputs/Checkbox.tsx";
import { Field, FieldError } from "#web/ui/inputs/Field.tsx";
import { FormFoot } from "#web/ui/inputs/FormFoot.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { notify } from "#web/ui/overlays/notify.ts";
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
  const form = useZodForm(WebhookDraft, {
    defaultValues: { url: webhook?.url ?? "", events: [...(webhook?.events ?? webhookEvents)] },
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const { mayClose, closing, question } = useDiscardQuestion(isDirty);
  const add = useEndpointMutation(addWebhook, { done: null, failed: null });
  const change = useEndpointMutation(changeWebhook, { done: "Webhook saved", failed: null });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.stopPropagation();
    void form.handleSubmit(async ({ url, events }) => {
      try {
        if (!webhook) return onAdded(await add.mutateAsync({ body: { url, events } }));
        // A new address needs the password; an unchanged one does not.
        const body = url === webhook.url ? { events } : { url, events };
        await change.mutateAsync({ params: { id: String(webhook.id) }, body });
        onClose();
      } catch (error) {
        if (isApiError(error)) applyServerFields(form, error);
        if (isApiError(error) && error.body.code === "already_done") {
          // The first response, with the secret, was lost.
          onClose();
          notify({
            kind: "warning",
            title: "Webhook added",
            description: "Its secret couldn't be shown. Delete it and add it again.",
          });
          return;
        }
        showFailure(error, { title: "Error", fallback: "Failed to save the webhook" });
      }
    })(event);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      mayClose={() => !isSubmitting && mayClose()}
      title={webhook ? "Edit Webhook" : "Add Webhook"}
      size="sm"
      onSubmit={submit}
      foot={
        <FormFoot
          onCancel={closing(onClose)}
          isSending={isSubmitting}
          save={webhook ? "Save Webhook" : "Add Webhook"}
        />
      }
    >
      <div className="grid gap-4">
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
      </div>
      {question}
    </Dialog>
  );
}
