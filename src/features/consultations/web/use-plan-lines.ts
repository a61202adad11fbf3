import { type RefObject, useEffect, useRef, useState } from "react";
import { blanksOf } from "#shared/clinical/quick-text.ts";

export type PlanLine = { text: string; start: number; end: number };

/** The lines of a text with their positions; without the last one if it is empty. */
function linesOf(text: string): PlanLine[] {
  let start = 0;
  const lines = text.split("\n").map((line) => {
    const at = { text: line, start, end: start + line.length };
    start = at.end + 1;
    return at;
  });
  return lines.at(-1)?.text === "" ? lines.slice(0, -1) : lines;
}

/**
 * A text of lines of which one is being typed, at first a new one at the end. Enter goes to the line below, Backspace
 * where nothing is typed to the one above. Text that comes from elsewhere, such as a template, is typed on at its first
 * blank, else at its end.
 */
export function usePlanLines(
  text: string,
  field: RefObject<HTMLTextAreaElement | null>,
  onChange: (text: string) => void,
) {
  const lines = linesOf(text);
  const [at, setAt] = useState(lines.length);
  const [own, setOwn] = useState(text);
  if (text !== own) {
    setOwn(text);
    const blank = lines.findIndex((line) => blanksOf(line.text).length > 0);
    setAt(blank >= 0 ? blank : lines.length);
  }
  const typedAt = Math.min(at, lines.length);
  const typed = lines[typedAt]?.text ?? "";

  const isMoved = useRef(false);
  useEffect(() => {
    const area = field.current;
    if (!isMoved.current || !area) return;
    isMoved.current = false;
    const [blank] = blanksOf(typed);
    area.focus();
    area.setSelectionRange(blank?.start ?? typed.length, blank?.end ?? typed.length);
  }, [field, typed]);

  const put = (all: readonly string[]) => {
    const next = all.join("\n").replace(/\n+$/, "");
    setOwn(next);
    onChange(next);
  };
  const go = (line: number) => {
    isMoved.current = true;
    setAt(line);
  };
  return {
    lines,
    typedAt,
    typed,
    /** The typed line; one with line breaks is several. */
    type: (next: string) => {
      const parts = next.split("\n");
      const [first = "", ...more] = parts;
      // Enter where nothing is typed.
      if (more.length > 0 && typedAt === lines.length && parts.every((part) => part === "")) return;
      put([
        ...lines.slice(0, typedAt).map((line) => line.text),
        ...parts,
        ...lines.slice(typedAt + 1).map((line) => line.text),
      ]);
      if (more.length === 0) return;
      const blank = parts.findIndex((part) => blanksOf(part).length > 0);
      go(typedAt + (blank >= 0 && first !== next ? blank : parts.length - 1));
    },
    change: go,
    /** Of Backspace in an empty line; false where there is none above. */
    goUp: () => {
      if (typed !== "" || typedAt === 0) return false;
      put(lines.filter((_, index) => index !== typedAt).map((line) => line.text));
      go(typedAt - 1);
      return true;
    },
  };
}
