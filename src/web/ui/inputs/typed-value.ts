import { type ComponentPropsWithRef, type Ref, useImperativeHandle, useRef, useState } from "react";
import { useFieldWiring, useReportProblem } from "./field-context.ts";

/** The part of an event that `register` and a Controller's `onChange` need. */
interface TypedChange {
  target: { name: string; value: string };
  type: "change" | "blur";
}

/** The `ref`: looks like an input whose value is the parsed one, so that `register` can read and set it. */
interface TypedHandle {
  name: string;
  value: string;
  focus: () => void;
  select: () => void;
}

interface TypedValueProps {
  name?: string | undefined;
  value?: string | undefined;
  defaultValue?: string | undefined;
  /** For forms: accepts `register(...)` or a Controller's `field`. */
  onChange?: ((event: TypedChange) => unknown) | undefined;
  onBlur?: ((event: TypedChange) => unknown) | undefined;
  /** For plain state: only the value. */
  onValue?: ((value: string) => void) | undefined;
  ref?: Ref<TypedHandle> | undefined;
}

export type TypedInputProps = TypedValueProps &
  Omit<ComponentPropsWithRef<"input">, keyof TypedValueProps | "type">;

/** The props of an `<input>` whose text is parsed and formatted as in `useTypedValue`. */
export function useTypedInput(
  { name, value, defaultValue, onChange, onBlur, onValue, ref, ...rest }: TypedInputProps,
  parse: (text: string) => string | null,
  format: (value: string) => string,
  problem: string,
) {
  const field = { name, value, defaultValue, onChange, onBlur, onValue, ref };
  const typed = useTypedValue(field, parse, format, problem);
  return {
    // It is about a patient: the browser would offer what its user typed of themselves.
    autoComplete: "off",
    ...rest,
    ...useFieldWiring(rest),
    ref: typed.input,
    name,
    value: typed.text,
    onChange: (event: { target: { value: string } }) => typed.write(event.target.value),
    onBlur: typed.leave,
  };
}

/**
 * Separates the typed text from its value. While the text is invalid ("02/30/2026") the value is the text itself,
 * so that the form's schema refuses it: input is never dropped silently.
 * @param parse the value of a text, or null if invalid
 * @param format the text of a value; invalid text is returned unchanged
 * @param problem the error to show for an invalid text once the field is left
 */
export function useTypedValue(
  { name = "", value, defaultValue = "", onChange, onBlur, onValue, ref }: TypedValueProps,
  parse: (text: string) => string | null,
  format: (value: string) => string,
  problem?: string,
) {
  const input = useRef<HTMLInputElement>(null);
  const [current, setCurrent] = useState(value ?? defaultValue);
  const [text, setText] = useState(() => format(value ?? defaultValue));
  const [isLeft, setLeft] = useState(true);
  const latest = useRef(current);

  const take = (next: string) => {
    latest.current = next;
    setCurrent(next);
    setText(format(next));
  };
  if (value !== undefined && value !== current) take(value);

  const nameNow = useRef(name);
  nameNow.current = name;
  const takeNow = useRef(take);
  takeNow.current = take;
  // One for all renders: a form that gets another handle registers the field again, and formats what is being typed.
  const [handle] = useState<TypedHandle>(() => ({
    get name() {
      return nameNow.current;
    },
    get value() {
      return latest.current;
    },
    set value(next: string) {
      // Forms clear a field with null or undefined, despite the type.
      takeNow.current(next ?? "");
    },
    focus: () => input.current?.focus(),
    select: () => input.current?.select(),
  }));
  useImperativeHandle(ref, () => handle, [handle]);

  const say = (type: TypedChange["type"]) => ({ target: { name, value: latest.current }, type });
  const isInvalid = current !== "" && parse(current) === null;
  useReportProblem(isLeft && isInvalid ? problem : undefined);
  const write = (nextText: string) => {
    setLeft(false);
    setText(nextText);
    const next = nextText.trim() === "" ? "" : (parse(nextText) ?? nextText);
    if (next === latest.current) return;
    latest.current = next;
    setCurrent(next);
    onChange?.(say("change"));
    onValue?.(next);
  };
  const leave = () => {
    setLeft(true);
    setText(format(latest.current));
    onBlur?.(say("blur"));
  };
  return { input, text, value: current, write, leave };
}
