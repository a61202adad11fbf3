import { Plus } from "lucide-react";
import { useState } from "react";
import {
  type Addendum,
  AddendumDraft,
  addAddendum,
  type Consultation,
} from "#features/consultations/contract.ts";
import { isUsable } from "#features/consultations/rules.ts";
import { formatInstant } from "#shared/formats/dates.ts";
import { addenda as addendaTerm } from "#shared/terms.ts";
import { ClinicalTextArea } from "#web/clinical/ClinicalTextArea.tsx";
import { useUnfilledQuestion } from "#web/clinical/use-unfilled-question.tsx";
import { isApiError } from "#web/data/api-error.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { IfCan } from "#web/data/session.tsx";
import { DraftOffer } from "#web/drafts/DraftOffer.tsx";
import { useDraft } from "#web/drafts/use-draft.ts";
import { applyServerFields, useZodForm } from "#web/forms/form.ts";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Field } from "#web/ui/inputs/Field.tsx";
import { InErrorNote, MarkInError } from "./EntryMark.tsx";

/** A consultation's addenda with date and author, and the form that adds one. */
export function Addenda({
  consultation,
  onTyping,
}: {
  consultation: Consultation;
  /** Whether there is unsaved text. */
  onTyping: (isTyping: boolean) => void;
}) {
  const { id: consultationId, addenda } = consultation;
  const [isWriting, setWriting] = useState(false);
  return (
    <section aria-labelledby="addenda" className="mt-5 grid gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 id="addenda" className="mr-auto text-lg font-strong tracking-snug">
          Addenda
        </h3>
        {!isWriting && isUsable(consultation) && (
          <IfCan do={addAddendum}>
            <Button size="sm" icon={<Plus />} onClick={() => setWriting(true)}>
              Add Addendum
            </Button>
          </IfCan>
        )}
      </div>
      {addenda.length > 0 ? (
        <ol className="divide-y divide-line border-y border-line">
          {addenda.map((addendum) => (
            <AddendumRow
              key={addendum.id}
              addendum={addendum}
              consultation={consultation}
              isWithin={!isUsable(consultation)}
            />
          ))}
        </ol>
      ) : (
        !isWriting && <p className="text-sm text-ink-3">{addendaTerm}</p>
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

function AddendumRow({
  addendum,
  consultation: { patientId, practitioner },
  isWithin,
}: {
  addendum: Addendum;
  consultation: Consultation;
  /** The whole consultation was entered in error. */
  isWithin: boolean;
}) {
  const { text, authorName, createdAt, enteredInError } = addendum;
  const named = { patientId, entry: "addendum", of: { ...addendum, practitioner } } as const;
  return (
    <li className="grid gap-1 py-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 text-sm text-ink-3 tabular-nums">
        <p>
          <time dateTime={createdAt}>{formatInstant(createdAt)}</time>
          {authorName && `, ${authorName}`}
        </p>
        {!isWithin && <MarkInError {...named} />}
      </div>
      <p className={cx("whitespace-pre-line wrap-anywhere", enteredInError && "text-ink-3 line-through")}>
        {text}
      </p>
      <InErrorNote {...named} />
    </li>
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
  const draft = useDraft(form, {
    form: "addendum",
    record: consultationId,
    onRestored: () => onTyping(true),
  });
  const send = useEndpointMutation(addAddendum, {
    done: "Addendum saved successfully",
    failed: { title: "Error", fallback: "Failed to save addendum" },
    act: draft.act,
  });
  const unfilled = useUnfilledQuestion();
  const save = form.handleSubmit(async (body) => {
    if (!(await unfilled.mayGoOn([{ label: "New addendum", text: body.text }]))) return;
    try {
      await send.mutateAsync({ params: { id: String(consultationId) }, body });
      draft.forget();
      onDone();
    } catch (error) {
      if (!isApiError(error)) throw error;
      applyServerFields(form, error);
    }
  });
  return (
    <form noValidate className="grid gap-3" onSubmit={(event) => void save(event)}>
      <DraftOffer draft={draft} />
      <Field label="New addendum" required error={form.formState.errors.text?.message}>
        <ClinicalTextArea
          rows={3}
          autoFocus
          {...form.register("text", { onChange: (event) => onTyping(event.target.value.trim() !== "") })}
        />
      </Field>
      <div className="flex justify-end gap-2">
        <Button
          onClick={() => {
            draft.forget();
            onDone();
          }}
          disabled={send.isPending}
        >
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
