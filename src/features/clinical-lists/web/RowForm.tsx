import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { ConfidentialBox } from "#web/clinical/ConfidentialBox.tsx";
import { isApiError } from "#web/data/api-error.ts";
import { Button } from "#web/ui/Button.tsx";
import { Field, FieldError } from "#web/ui/inputs/Field.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";

/** The typed values by field; an empty one is absent. */
export type Typed = Record<string, string>;

export type RowField = {
  name: string;
  label: string;
  /** A choice of these instead of text; the first means none. */
  options?: readonly { value: string; label: string }[];
  placeholder?: string;
  hint?: string;
  maxLength?: number;
  isRequired?: true;
  /** Whether a new row is confidential: a checkbox instead of text. */
  isConfidentialMark?: true;
  /** Of twelve columns on a desk. */
  width: string;
};

/**
 * One row of a list as a line of fields. Enter in any of them saves. After adding, the fields are empty and the first
 * has the focus.
 */
export function RowForm({
  fields,
  initial,
  label,
  save,
  isNew = false,
  takesFocus = false,
  onSave,
  onCancel,
  more,
}: {
  fields: readonly RowField[];
  initial: Typed;
  /** Of the form: "Add an allergy". */
  label: string;
  /** On the button. */
  save: string;
  isNew?: boolean;
  /** The form opened on a user's press, so it takes the focus. */
  takesFocus?: boolean;
  onSave: (typed: Typed) => Promise<unknown>;
  onCancel?: (() => void) | undefined;
  /** Beside the button. */
  more?: ReactNode;
}) {
  const [typed, setTyped] = useState(initial);
  const texts = fields.filter(({ isConfidentialMark }) => !isConfidentialMark);
  const marks = fields.filter(({ isConfidentialMark }) => isConfidentialMark);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const focusOn = (name: string | undefined) =>
    form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  useEffect(() => {
    if (takesFocus) form.current?.querySelector<HTMLElement>("input")?.focus();
  }, [takesFocus]);
  const send = async () => {
    const missing = fields.find(({ name, isRequired }) => isRequired && !typed[name]?.trim());
    if (missing) {
      setErrors({ [missing.name]: `${missing.label} is required` });
      focusOn(missing.name);
      return;
    }
    setSending(true);
    setErrors({});
    setFailure(null);
    try {
      await onSave(typed);
      if (isNew) {
        setTyped(initial);
        focusOn(fields[0]?.name);
      }
    } catch (error) {
      if (!isApiError(error)) throw error;
      setErrors(error.fields);
      const refused = fields.find(({ name }) => error.fields[name]);
      if (refused) focusOn(refused.name);
      else setFailure(error.shown("It could not be saved."));
    } finally {
      setSending(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A submit event would also reach the form around the dialog.
    event.stopPropagation();
    if (!isSending) void send();
  };
  return (
    <form ref={form} noValidate aria-label={label} onSubmit={submit} className="grid gap-3">
      <div className="grid grid-cols-2 gap-x-2 gap-y-3 md:grid-cols-12">
        {texts.map(({ name, label: words, options, placeholder, hint, maxLength, isRequired, width }) => {
          const wired = {
            name,
            value: typed[name] ?? "",
            onChange: (event: { target: { value: string } }) =>
              setTyped((before) => ({ ...before, [name]: event.target.value })),
          };
          return (
            <Field
              key={name}
              label={words}
              required={isRequired}
              hint={hint}
              error={errors[name]}
              className={width}
            >
              {options ? (
                <Select {...wired} options={options} />
              ) : (
                <TextInput {...wired} autoComplete="off" placeholder={placeholder} maxLength={maxLength} />
              )}
            </Field>
          );
        })}
      </div>
      {isNew &&
        marks.map(({ name }) => (
          <ConfidentialBox
            key={name}
            name={name}
            checked={typed[name] === "yes"}
            onChange={({ target }) =>
              setTyped((before) => ({ ...before, [name]: target.checked ? "yes" : "" }))
            }
          />
        ))}
      {failure && <FieldError>{failure}</FieldError>}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {more && <span className="mr-auto flex flex-wrap gap-2">{more}</span>}
        {onCancel && (
          <Button size="sm" variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button size="sm" type="submit" busy={isSending} busyLabel="Saving…">
          {save}
        </Button>
      </div>
    </form>
  );
}
