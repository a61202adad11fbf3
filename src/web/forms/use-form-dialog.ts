import type { FormEvent } from "react";
import type { DefaultValues, FieldNamesMarkedBoolean, SubmitErrorHandler } from "react-hook-form";
import type * as z from "zod/mini";
import type { Answered, Endpoint, Sent } from "#shared/endpoint.ts";
import { isApiError } from "../data/api-error.ts";
import { showFailure, useEndpointMutation } from "../data/calls.ts";
import type { FailureWords } from "../data/failure-toast.ts";
import type { DraftedForm } from "../drafts/drafted-form.ts";
import { type DraftOptions, useDraft } from "../drafts/use-draft.ts";
import { notify } from "../ui/overlays/notify.ts";
import type { FormDialogState } from "./FormDialog.tsx";
import { applyServerFields, type FormSchema, useZodForm } from "./form.ts";

/** Of one of several endpoints: to add, or to change. */
type Request<E> = E extends Endpoint ? Sent<E> & { ifMatch?: number } : never;
type Answer<E> = E extends Endpoint ? Answered<E> : never;
type Toast = string | { title: string; description?: string };

type FormDialogOptions<E extends Endpoint, S extends FormSchema> = {
  defaultValues: DefaultValues<z.input<S>>;
  /** For a form with more than three fields: where its draft is stored. */
  draft?: DraftOptions | undefined;
  /** Before it is sent: false leaves the form open, which says why. */
  check?: (typed: z.output<S>) => boolean | Promise<boolean>;
  onInvalid?: SubmitErrorHandler<z.input<S>>;
  /** The request, from the form's values and those it was opened with. Null if there is nothing to send. */
  request: (
    typed: z.output<S>,
    opened: z.output<S>,
    dirtyFields: Partial<FieldNamesMarkedBoolean<z.input<S>>>,
  ) => Request<E> | null;
  /** The success toast; null for none. */
  done: Toast | ((answer: Answer<E>) => Toast) | null;
  /** The failure toast's text if the server gives none. */
  failed: FailureWords;
  undo?: ((answer: Answer<E>) => void) | undefined;
  invalidatesOnError?: boolean;
  /** Fields that have another name in the form. */
  formNames?: Readonly<Record<string, string>>;
  /** The errors of fields that the form does not have. */
  onRefused?: (left: Record<string, string>) => void;
  /** The toast when the answer, which held a secret, was lost, and another try cannot bring it. */
  secretLost?: { title: string; description: string };
  /** Instead of `onClose`. */
  onSaved?: (answer: Answer<E>) => void;
  onClose: () => void;
};

/**
 * A form of a dialog that calls one endpoint: its draft, its request, and the server's refusal at the field and in a
 * toast. Closes once it is saved.
 */
export function useFormDialog<E extends Endpoint, S extends FormSchema>(
  endpoint: E,
  schema: S,
  {
    defaultValues,
    draft,
    check,
    onInvalid,
    request,
    done,
    failed,
    undo,
    invalidatesOnError = false,
    formNames = {},
    onRefused,
    secretLost,
    onSaved,
    onClose,
  }: FormDialogOptions<E, S>,
) {
  const form = useZodForm(schema, { defaultValues });
  const { errors, isDirty, dirtyFields } = form.formState;
  const stored = useDraft(form as unknown as DraftedForm, draft ?? null);
  const { mutateAsync, isPending } = useEndpointMutation<Endpoint>(endpoint, {
    done: done as Parameters<typeof useEndpointMutation<Endpoint>>[1]["done"],
    failed: null,
    invalidatesOnError,
    ...(undo && { undo: undo as (answer: unknown) => void }),
    ...(endpoint.method === "POST" && { act: stored.act }),
  });

  const close = () => {
    stored.forget();
    onClose();
  };
  const refuse = (error: unknown) => {
    if (isApiError(error)) {
      const left = applyServerFields(form, error, { formNames });
      onRefused?.(left);
      if (secretLost && error.body.code === "already_done") {
        close();
        notify({ kind: "warning", ...secretLost });
        return;
      }
    }
    showFailure(error, failed);
  };
  /** Sends a request, and closes; null closes alone. */
  const send = async (wanted: Request<E> | null): Promise<void> => {
    if (wanted === null) return close();
    let answer: Answer<E>;
    try {
      answer = (await mutateAsync(wanted as Sent<Endpoint>)) as Answer<E>;
    } catch (error) {
      refuse(error);
      return;
    }
    if (!onSaved) return close();
    stored.forget();
    onSaved(answer);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    // It may be opened over another form.
    event.stopPropagation();
    void form.handleSubmit(async (typed) => {
      if (check && !(await check(typed))) return;
      await send(request(typed, form.formState.defaultValues as z.output<S>, dirtyFields));
    }, onInvalid)(event);
  };
  const dialog: FormDialogState = {
    isDirty: isDirty || draft?.isDirty === true,
    isSending: isPending,
    draft: draft && stored,
    onSubmit,
    onClose,
  };
  return { form, errors, send, dialog };
}
