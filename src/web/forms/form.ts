import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useEffect, useRef } from "react";
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import type * as z from "zod/mini";
import { type ApiError, isApiError } from "../data/api-error.ts";
import { showFailure } from "../data/calls.ts";

export type FormSchema = z.ZodMiniType<FieldValues, FieldValues>;

/**
 * A form over a contract's schema. A field is validated on blur, from then on at every change; `handleSubmit` passes
 * on the schema's output, or the first invalid field is focused.
 */
export function useZodForm<S extends FormSchema>(
  schema: S,
  { defaultValues }: { defaultValues: DefaultValues<z.input<S>> },
): UseFormReturn<z.input<S>, unknown, z.output<S>> {
  type Path = FieldPath<z.input<S>>;
  /** `fields`: in the order of the form. */
  const lastCheck = useRef<{ fields: readonly Path[]; isInvalid: boolean }>({ fields: [], isInvalid: false });
  const form = useForm<z.input<S>, unknown, z.output<S>>({
    resolver: async (values, context, options) => {
      const fields = (options.names ?? []) as readonly string[] as readonly Path[];
      // A form with several fields that is validated as a whole is being submitted.
      if (fields.length > 1) {
        lastCheck.current.fields = fields;
        focusedAtSubmit.set(form.control, focusNow());
      }
      await whenSettled();
      const resolve = standardSchemaResolver<z.input<S>, unknown, z.output<S>>(schema);
      const result = await resolve(values, context, options);
      lastCheck.current.isInvalid = Object.keys(result.errors).length > 0;
      return result;
    },
    defaultValues,
    mode: "onTouched",
    // The library focuses the first invalid field twice, the second time with a delay, which interrupted users who had
    // moved on to another field.
    shouldFocusError: false,
  });
  useEffect(() => {
    let submits = 0;
    return form.subscribe({
      formState: { errors: true },
      callback: ({ submitCount = submits, errors = {} }) => {
        const { fields, isInvalid } = lastCheck.current;
        if (submitCount > submits && isInvalid) {
          // Only after the part of the form that contains it has opened.
          setTimeout(() => {
            const inOrder = fields.length > 0 ? fields : (Object.keys(errors) as Path[]);
            const wrong = inOrder.find((name) => form.getFieldState(name).invalid);
            if (wrong && mayMoveFocus(form)) form.setFocus(wrong);
          });
        }
        submits = submitCount;
      },
    });
  }, [form]);
  return form;
}

/**
 * A field is validated after the focus has moved: a message that disappears while nothing has the focus makes a
 * dialog take it back. A field that is left by a press is validated when the press ends: a message that appears
 * earlier moves the pressed button away before it is released, and the click is lost.
 */
function whenSettled(): Promise<void> | undefined {
  if (pressed) return pressed;
  if (document.activeElement === document.body) return new Promise((moved) => setTimeout(moved));
  return undefined;
}

/** The press in progress. A submit by its click is validated after the field that it leaves. */
let pressed: Promise<void> | undefined;
addEventListener("pointerdown", notePress, true);

function notePress(): void {
  const ended = new AbortController();
  const listening = { capture: true, signal: ended.signal };
  const press = new Promise<void>((resolve) => {
    const end = () => {
      ended.abort();
      if (pressed === press) pressed = undefined;
      resolve();
    };
    addEventListener("click", end, listening);
    // Of a press without a click. The list of a select may swallow its end, but not the next key.
    for (const event of ["pointerup", "pointercancel", "keydown"])
      addEventListener(event, () => setTimeout(end), listening);
  });
  pressed = press;
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
  {
    mayFocus = mayMoveFocus(form),
    formNames = {},
  }: {
    mayFocus?: boolean;
    /** Of fields that have another name in the form. */
    formNames?: Readonly<Record<string, string>>;
  } = {},
): Record<string, string> {
  const left: Record<string, string> = {};
  let shouldFocus = mayFocus;
  for (const [ofServer, message] of Object.entries(error.fields)) {
    const name = formNames[ofServer] ?? ofServer;
    if (!hasField(form.getValues(), name)) {
      left[name] = message;
      continue;
    }
    form.setError(name as FieldPath<V>, { type: "server", message }, { shouldFocus });
    shouldFocus = false;
  }
  return left;
}

/** Shows why it was not saved: at the form's fields, and in a toast. Returns the errors without a field. */
export function showRefusal<V extends FieldValues, C, T>(
  form: UseFormReturn<V, C, T>,
  error: unknown,
  fallback: string,
): Record<string, string> {
  const left = isApiError(error) ? applyServerFields(form, error) : {};
  showFailure(error, fallback);
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
