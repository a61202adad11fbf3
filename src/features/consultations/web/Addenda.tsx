import { Plus } from "lucide-react";
import { useState } from "react";
import { type Addendum, AddendumDraft, addAddendum } from "#features/consultations/contract.ts";
import { formatInstant } from "#shared/formats/dates.ts";
import { ClinicalTextArea } from "#web/clinical/ClinicalTextArea.tsx";
import { useUnfilledQuestion } from "#web/clinical/use-unfilled-question.tsx";
import { isApiError } from "#web/data/api-error.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { IfCan } from "#web/data/session.tsx";
import { applyServerFields, useZodForm } from "#web/forms/form.ts";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";

/** A consultation's addenda with date and author, and the form that adds one. */
export function Addenda({
  consultationId,
  addenda,
  onTyping,
}: {
  consultationId: number;
  addenda: readonly Addendum[];
  /** Whether there is unsaved text. */
  onTyping: (isTyping: boolean) => void;
}) {
  const [isWriting, setWriting] = useState(false);
  return (
    <section aria-labelledby="addenda" className="mt-5 grid gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 id="addenda" className="mr-auto text-lg font-strong tracking-snug">
          Addenda
        </h3>
        {!isWriting && (
          <IfCan do={addAddendum}>
            <Button size="sm" icon={<Plus />} onClick={() => setWriting(true)}>
              Add Addendum
            </Button>
          </IfCan>
        )}
      </div>
      {addenda.length > 0 ? (
        <ol className="divide-y divide-line border-y border-line">
          {addenda.map(({ id, text, authorName, createdAt }) => (
            <li key={id} className="py-2.5">
              <p className="text-sm text-ink-3 tabular-nums">
                <time dateTime={createdAt}>{formatInstant(createdAt)}</time>
                {authorName && `, ${authorName}`}
              </p>
              <p className="whitespace-pre-line wrap-anywhere">{text}</p>
            </li>
          ))}
        </ol>
      ) : (
        !isWriting && (
          <p className="text-sm text-ink-3">
            The consultation stays as it was written. Add later findings here.
          </p>
        )
      )}
      {isWriting && (
        <AddendumForm
          consultationId={consultationId}
          onTyping={onTyping}
          onDone={() => {
            onTyping(false);
            setWriting(false);
          }}
        />
      )}
    </section>
  );
}

function AddendumForm({
  consultationId,
  onTyping,
  onDone,
}: {
  consultationId: number;
  onTyping: (isTyping: boolean) => void;
  onDone: () => void;
}) {
  const form = useZodForm(AddendumDraft, { defaultValues: { text: "" } });
  const send = useEndpointMutation(addAddendum, {
    done: "Addendum saved successfully",
    failed: { title: "Error", fallback: "Failed to save addendum" },
  });
  const unfilled = useUnfilledQuestion();
  const save = form.handleSubmit(async (body) => {
    if (!(await unfilled.mayGoOn([{ label: "New addendum", text: body.text }]))) return;
    try {
      await send.mutateAsync({ params: { id: String(consultationId) }, body });
      onDone();
    } catch (error) {
      if (!isApiError(error)) throw error;
      applyServerFields(form, error);
    }
  });
  return (
    <form noValidate className="grid gap-3" onSubmit={(event) => void save(event)}>
      <Field label="New addendum" required error={form.formState.errors.text?.message}>
        <ClinicalTextArea
          rows={3}
          autoFocus
          {...form.register("text", { onChange: (event) => onTyping(event.target.value.trim() !== "") })}
        />
      </Field>
      <div className="flex justify-end gap-2">
        <Button onClick={onDone} disabled={send.isPending}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={send.isPending} busyLabel="Saving...">
          Save Addendum
        </Button>
      </div>
      {unfilled.question}
    </form>
  );
}
