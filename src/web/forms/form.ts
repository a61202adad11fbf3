import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useState } from "react";
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import type * as z from "zod/mini";
import type { ApiError } from "../data/api-error.ts";

type FormSchema = z.ZodMiniType<FieldValues, FieldValues>;

/**
 * A form over a contract's schema. A field is validated on blur, from then on at every change; `handleSubmit` passes
 * on the schema's output and focuses the first invalid field.
 */
export function useZodForm<S extends FormSchema>(
  schema: S,
  { defaultValues }: { defaultValues: DefaultValues<z.input<S>> },
): UseFormReturn<z.input<S>, unknown, z.output<S>> {
  const form = useForm<z.input<S>, unknown, z.output<S>>({
    resolver: standardSchemaResolver<z.input<S>, unknown, z.output<S>>(schema),
    defaultValues,
    mode: "onTouched",
    shouldFocusError: false,
  });
  const [handleSubmit] = useState(() => focusingFirstWrong(form));
  const [register] = useState(() => checkingAfterThePress(form));
  return Object.assign(form, { handleSubmit, register });
}

/**
 * A field is validated after the focus has moved: a message that disappears while nothing has the focus makes a
 * dialog take it back. A field that is left by a press is validated when the press ends: a message that appears
 * earlier moves the pressed button away before it is released, and the click is lost.
 */
function checkingAfterThePress<V extends FieldValues, C, T>(
  form: UseFormReturn<V, C, T>,
): UseFormReturn<V, C, T>["register"] {
  const { register } = form;
  return (name, options) => {
    const registered = register(name, options);
    return {
      ...registered,
      onBlur: async (event) => {
        await (pressed ?? new Promise((moved) => setTimeout(moved)));
        await registered.onBlur(event);
      },
    };
  };
}

/** The press in progress; resolves after its click. */
let pressed: Promise<void> | undefined;
addEventListener("pointerdown", notePress, true);

function notePress(): void {
  const ended = new AbortController();
  pressed = new Promise((resolve) => {
    const end = () => {
      ended.abort();
      pressed = undefined;
      setTimeout(resolve);
    };
    for (const event of ["pointerup", "pointercancel"])
      addEventListener(event, end, { capture: true, signal: ended.signal });
  });
}

/**
 * The library focuses the first wrong field twice, the second time with a delay, which interrupted users who had
 * moved on to another field.
 */
function focusingFirstWrong<V extends FieldValues, C, T>(
  form: UseFormReturn<V, C, T>,
): UseFormReturn<V, C, T>["handleSubmit"] {
  const { handleSubmit } = form;
  return (onValid, onInvalid) => (event) => {
    focusedAtSubmit.set(form.control, focusNow());
    return handleSubmit(onValid, async (errors, ...rest) => {
      await onInvalid?.(errors, ...rest);
      // Only after the part of the form that contains it has opened.
      setTimeout(() => {
        if (!mayMoveFocus(form)) return;
        const wrong = [...form.control._names.mount].find(
          (name) => form.getFieldState(name as FieldPath<V>).invalid,
        );
        if (wrong) form.setFocus(wrong as FieldPath<V>);
      });
    })(event);
  };
}

const focusNow = () => {
  const { activeElement: element } = document;
  return { element, value: element && "value" in element ? element.value : undefined };
};

/** Where the focus was when a form, by its control, was last submitted. */
const focusedAtSubmit = new WeakMap<object, ReturnType<typeof focusNow>>();

/** False once the user has continued typing since the submit: the next keys would end up in another field. */
export function mayMoveFocus<V extends FieldValues, C, T>({ control }: UseFormReturn<V, C, T>): boolean {
  const before = focusedAtSubmit.get(control);
  const now = focusNow();
  if (!before || !now.element?.matches("input, select, textarea")) return true;
  return now.element === before.element && now.value === before.value;
}

/**
 * Shows the server's errors at the form's fields and focuses the first, unless the user is typing. Returns the errors
 * without a field, by name, for the summary or a toast.
 */
export function applyServerFields<V extends FieldValues, C, T>(
  form: UseFormReturn<V, C, T>,
  error: ApiError,
  mayFocus = mayMoveFocus(form),
): Record<string, string> {
  const left: Record<string, string> = {};
  let shouldFocus = mayFocus;
  for (const [name, message] of Object.entries(error.fields)) {
    if (!hasField(form.getValues(), name)) {
      left[name] = message;
      continue;
    }
    form.setError(name as FieldPath<V>, { type: "server", message }, { shouldFocus });
    shouldFocus = false;
  }
  return left;
}

/** Whether `medications.0.name` exists in the values, even empty. */
function hasField(values: unknown, name: string): boolean {
  let at: unknown = values;
  for (const part of name.split(".")) {
    if (typeof at !== "object" || at === null || !(part in at)) return false;
    at = (at as Record<string, unknown>)[part];
  }
  return true;
}
