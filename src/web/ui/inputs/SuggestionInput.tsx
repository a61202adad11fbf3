import { type ComponentPropsWithRef, useEffect, useId, useRef, useState } from "react";
import { OptionList } from "./OptionList.tsx";
import { TextInput } from "./TextInput.tsx";

export type Suggestion = {
  key: string;
  text: string;
  /** Below the text. */
  detail?: string | undefined;
  /** At the right, such as a code. */
  aside?: string | undefined;
};

/**
 * A text field with suggestions below it. The arrow keys highlight one and Enter chooses it; Tab and Escape keep what
 * was typed. Any text may be typed.
 */
export function SuggestionInput<S extends Suggestion>({
  suggestions,
  onChoose,
  label,
  counted: [one, many],
  marksFirst = false,
  isSearching = false,
  onChange,
  onBlur,
  onKeyDown,
  ...rest
}: ComponentPropsWithRef<typeof TextInput> & {
  suggestions: readonly S[];
  onChoose: (chosen: S) => void;
  /** Of the list. */
  label: string;
  /** "1 medicine", "2 medicines" */
  counted: readonly [one: string, many: string];
  /** Enter chooses the first while none is highlighted. */
  marksFirst?: boolean;
  /** The suggestions belong to the previous text: Enter waits for the new ones. */
  isSearching?: boolean;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [moved, mark] = useState<number | null>(null);
  /** Enter was pressed while the suggestions were loading. */
  const awaited = useRef(false);
  const shown = isOpen ? suggestions : [];
  const first = marksFirst && shown.length > 0 ? 0 : null;
  const marked = moved !== null && shown[moved] ? moved : first;
  const close = () => {
    setOpen(false);
    mark(null);
    awaited.current = false;
  };
  const choose = (chosen: S) => {
    close();
    onChoose(chosen);
  };
  useEffect(() => {
    if (!awaited.current || isSearching) return;
    awaited.current = false;
    const [best] = suggestions;
    if (best) onChoose(best);
  }, [isSearching, suggestions, onChoose]);
  const isShown = shown.length > 0;
  useEffect(() => {
    // Again when there are more than before: the dialog's footer would cover the rest.
    if (shown.length > 0) list.current?.scrollIntoView?.({ block: "nearest" });
  }, [shown.length]);
  useEffect(() => {
    if (moved !== null) list.current?.children[moved]?.scrollIntoView?.({ block: "nearest" });
  }, [moved]);
  return (
    <div className="relative">
      <TextInput
        {...rest}
        {...(marksFirst && { role: "combobox", "aria-expanded": isShown })}
        autoComplete="off"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={`${id}-list`}
        aria-activedescendant={marked !== null ? `${id}-${marked}` : undefined}
        onChange={(event) => {
          setOpen(true);
          mark(null);
          awaited.current = false;
          onChange?.(event);
        }}
        onBlur={(event) => {
          // Deferred: a dialog takes the focus back when nodes are removed while it moves.
          const field = event.currentTarget;
          requestAnimationFrame(() => document.activeElement !== field && close());
          onBlur?.(event);
        }}
        onKeyDown={(event) => {
          const isPlainEnter = event.key === "Enter" && !event.ctrlKey && !event.metaKey;
          const last = shown.length - 1;
          if (event.key === "ArrowDown" && !isShown && suggestions.length > 0) setOpen(true);
          else if (isPlainEnter && marksFirst && isSearching && isOpen && moved === null) {
            setOpen(false);
            awaited.current = true;
          } else if (!isShown) {
            onKeyDown?.(event);
            return;
          } else if (event.key === "ArrowDown") mark(marked === null || marked === last ? 0 : marked + 1);
          else if (event.key === "ArrowUp") mark(marked === null || marked === 0 ? last : marked - 1);
          else if (event.key === "Escape") close();
          else if (isPlainEnter && marked !== null) choose(shown[marked] as S);
          else {
            onKeyDown?.(event);
            return;
          }
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <p role="status" className="sr-only">
        {isShown && !isSearching && `${shown.length} ${shown.length === 1 ? one : many} below`}
      </p>
      <OptionList
        {...{ id, label, marked }}
        ref={list}
        options={shown}
        keyOf={({ key }) => key}
        onChoose={choose}
      >
        {({ text, detail, aside }) => (
          <>
            <span className="min-w-0 flex-1">
              <span className="block wrap-anywhere">{text}</span>
              {detail && <span className="block text-sm text-ink-2 wrap-anywhere">{detail}</span>}
            </span>
            {aside && <span className="shrink-0 text-sm text-ink-2 tabular-nums">{aside}</span>}
          </>
        )}
      </OptionList>
    </div>
  );
}
