import { type FormEvent, useRef, useState } from "react";
import * as z from "zod/mini";
import { isApiError } from "../data/api-error.ts";
import { prerenderedValue } from "../prerendered-page.ts";

type Problems = Record<string, string>;

/**
 * The form of pages that must load fast (sign-in, contact), a fifth of a form library's size. Fields are
 * uncontrolled, so text typed before the code loaded stays. Behaves like useZodForm: a field is validated on blur,
 * then at every change; submitting focuses the first invalid field.
 */
export function useSmallForm<S extends z.ZodMiniType>(
  schema: S,
  {
    send,
    refused,
  }: {
    send: (typed: z.output<S>, form: HTMLFormElement) => Promise<void>;
    /** The values do not match the schema. */
    refused?: (typed: Record<string, unknown>) => void;
  },
) {
  const [problems, setProblems] = useState<Problems>({});
  const [isSending, setSending] = useState(false);
  const touched = useRef(new Set<string>());
  // What the server refused stays until something else is typed there.
  const answered = useRef<{ problems: Problems; typed: Record<string, unknown> }>({
    problems: {},
    typed: {},
  });

  const recheck = (form: HTMLFormElement | null) => {
    if (!form) return;
    const typed = typedInto(form);
    const { problems: refusals, typed: sent } = answered.current;
    const stillRefused = Object.entries(refusals).filter(([name]) => typed[name] === sent[name]);
    const found = { ...Object.fromEntries(stillRefused), ...problemsIn(schema, typed) };
    setProblems(Object.fromEntries(Object.entries(found).filter(([name]) => touched.current.has(name))));
  };

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = typedInto(form);
    for (const name of Object.keys(typed)) touched.current.add(name);
    const result = z.safeParse(schema, typed);
    if (!result.success) {
      const found = problemsIn(schema, typed);
      setProblems(found);
      focusFirst(form, found);
      refused?.(typed);
      return;
    }
    setProblems({});
    setSending(true);
    try {
      await send(result.data, form);
    } catch (error) {
      if (!isApiError(error)) throw error;
      answered.current = { problems: error.fields, typed };
      setProblems(error.fields);
      focusFirst(form, error.fields);
    } finally {
      setSending(false);
    }
  };

  return {
    problems,
    isSending,
    form: { noValidate: true, method: "post", onSubmit } as const,
    /** The props of a control. Keeps what was typed into the prerendered page before the code arrived. */
    field: (name: string) => ({
      name,
      defaultValue: prerenderedValue(name),
      onBlur: (event: { currentTarget: Control; relatedTarget: EventTarget | null }) => {
        if (event.currentTarget.value === "") return;
        touched.current.add(name);
        // A message that appears or disappears would move the button away from the pointer; submitting validates
        // anyway.
        if (!isSubmit(event.relatedTarget)) recheck(event.currentTarget.form);
      },
      onChange: (event: { currentTarget: Control }) => {
        if (touched.current.has(name)) recheck(event.currentTarget.form);
      },
    }),
  };
}

const isSubmit = (target: EventTarget | null) =>
  target instanceof HTMLButtonElement && target.type === "submit";

type Control = HTMLInputElement | HTMLTextAreaElement;

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (element): element is Control =>
      (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) && element.name !== "",
  );
}

function typedInto(form: HTMLFormElement): Record<string, unknown> {
  return Object.fromEntries(
    controlsOf(form).map((control) => [
      control.name,
      control.type === "checkbox" ? (control as HTMLInputElement).checked : control.value,
    ]),
  );
}

function problemsIn(schema: z.ZodMiniType, typed: Record<string, unknown>): Problems {
  const result = z.safeParse(schema, typed);
  const found: Problems = {};
  for (const { path, message } of result.error?.issues ?? []) found[path.join(".")] ??= message;
  return found;
}

function focusFirst(form: HTMLFormElement, problems: Problems): void {
  controlsOf(form)
    .find(({ name }) => name in problems)
    ?.focus();
}
