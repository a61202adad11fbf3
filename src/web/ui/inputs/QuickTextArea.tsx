import {
  type ComponentPropsWithRef,
  type FocusEvent,
  Fragment,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { type Blank, blankFrom, blanksOf, piecesOf, typedName } from "#shared/clinical/quick-text.ts";
import { cx } from "../cx.ts";
import { areaClass } from "./control-class.ts";
import { useFieldWiring } from "./field-context.ts";
import { insertText } from "./insert-text.ts";
import { OptionList } from "./OptionList.tsx";

export type Expansion = { name: string; title: string; text: string };

const MOST_SHOWN = 6;

/** Names that begin with the text, then titles with a word that does. */
function fitting(expansions: readonly Expansion[], typed: string): Expansion[] {
  const begin = typed.toLowerCase();
  const byName = expansions.filter(({ name }) => name.toLowerCase().startsWith(begin));
  const byTitle = expansions.filter(
    (each) =>
      !byName.includes(each) &&
      each.title
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
        .some((word) => word.startsWith(begin)),
  );
  const shortestFirst = byName.toSorted((one, other) => one.name.length - other.name.length);
  return [...shortestFirst, ...byTitle].slice(0, MOST_SHOWN);
}

/**
 * A textarea in which a dot and a name expand to a quick text. Enter or Tab inserts the highlighted one, Escape keeps
 * what was typed. Tab moves through the blanks, and after the last one to the next field.
 */
export function QuickTextArea({
  className,
  rows = 3,
  expansions,
  onTyping,
  isCopied = false,
  onChange,
  onKeyDown,
  onFocus,
  onBlur,
  ref,
  ...rest
}: ComponentPropsWithRef<"textarea"> & {
  /** Undefined while loading. */
  expansions: readonly Expansion[] | undefined;
  /** A name is being typed: the quick texts are needed now. */
  onTyping: () => void;
  /** The text is an unchanged copy. */
  isCopied?: boolean;
}) {
  const wiring = useFieldWiring(rest);
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [text, setText] = useState("");
  const [typed, setTyped] = useState<{ name: string; start: number } | null>(null);
  const [moved, setMoved] = useState(0);
  // A form also writes into its field without an event.
  const readText = useEffectEvent(() => setText(area.current?.value ?? ""));
  useLayoutEffect(() => readText());
  const found = typed ? fitting(expansions ?? [], typed.name) : [];
  const marked = Math.min(moved, found.length - 1);
  const isShown = found.length > 0;
  const blanks = blanksOf(text);
  useEffect(() => {
    if (isShown) list.current?.scrollIntoView?.({ block: "nearest" });
  }, [isShown]);

  const select = (blank: Blank) => area.current?.setSelectionRange(blank.start, blank.end);
  const expand = (chosen: Expansion) => {
    const field = area.current;
    if (!field || !typed) return;
    const { start } = typed;
    setTyped(null);
    insertText(field, { start, end: field.selectionStart }, chosen.text);
    const first = blanksOf(chosen.text)[0];
    if (first) field.setSelectionRange(start + first.start, start + first.end);
  };
  const look = () => {
    const field = area.current;
    if (!field) return;
    setText(field.value);
    const isCaret = field.selectionStart === field.selectionEnd;
    const name = isCaret ? typedName(field.value, field.selectionStart) : null;
    setTyped(name);
    setMoved(0);
    if (name) onTyping();
  };

  const keys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key } = event;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.nativeEvent.isComposing;
    if (isShown && isPlain && takesKey(key, event.shiftKey)) {
      event.preventDefault();
      event.stopPropagation();
      if (key === "ArrowDown") setMoved((marked + 1) % found.length);
      else if (key === "ArrowUp") setMoved((marked + found.length - 1) % found.length);
      else if (key === "Escape") setTyped(null);
      else expand(found[marked] as Expansion);
      return;
    }
    if (key === "Tab" && isPlain) {
      const field = event.currentTarget;
      const selection = { start: field.selectionStart, end: field.selectionEnd };
      const blank = blankFrom(field.value, selection, event.shiftKey ? "previous" : "next");
      if (blank) {
        event.preventDefault();
        select(blank);
        return;
      }
    }
    onKeyDown?.(event);
  };
  /** By keyboard: the first blank, or the last one when moving backwards. A press sets the caret itself. */
  const enter = (event: FocusEvent<HTMLTextAreaElement>) => {
    const all = blanksOf(event.currentTarget.value);
    const from = event.relatedTarget;
    const isBack =
      from instanceof Node &&
      (event.currentTarget.compareDocumentPosition(from) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    const blank = isBack ? all.at(-1) : all[0];
    if (blank) select(blank);
    onFocus?.(event);
  };

  return (
    <div className="min-w-0">
      <div className="relative">
        <Marks text={text} isCopied={isCopied} area={area} />
        <textarea
          {...rest}
          {...wiring}
          aria-describedby={
            [wiring["aria-describedby"], blanks.length > 0 && `${id}-blanks`].filter(Boolean).join(" ") ||
            undefined
          }
          ref={(field) => {
            area.current = field;
            if (typeof ref === "function") return ref(field);
            if (ref) ref.current = field;
            return undefined;
          }}
          rows={rows}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={isShown ? `${id}-list` : undefined}
          aria-activedescendant={isShown ? `${id}-${marked}` : undefined}
          onChange={(event) => {
            look();
            onChange?.(event);
          }}
          onKeyDown={keys}
          onFocus={enter}
          onBlur={(event) => {
            setTyped(null);
            onBlur?.(event);
          }}
          onClick={(event) => {
            const { selectionStart: at, selectionEnd, value } = event.currentTarget;
            const blank = blanksOf(value).find(({ start, end }) => start < at && at < end);
            if (blank && at === selectionEnd) select(blank);
            setTyped(null);
          }}
          className={cx(
            areaClass,
            "relative max-h-96 resize-y bg-transparent! field-sizing-content",
            className,
          )}
        />
        {isShown && (
          <OptionList
            {...{ id, marked }}
            ref={list}
            label="Quick texts"
            options={found}
            keyOf={({ name, title }) => `${name} ${title}`}
            onChoose={expand}
          >
            {({ name, title }) => (
              <>
                <span className="shrink-0 font-medium">.{name}</span>
                <span className="min-w-0 flex-1 wrap-anywhere text-ink-2">{title}</span>
              </>
            )}
          </OptionList>
        )}
      </div>
      <p role="status" className="sr-only">
        {isShown && `${found.length} quick ${found.length === 1 ? "text" : "texts"} below`}
      </p>
      {blanks.length > 0 && (
        <p id={`${id}-blanks`} className="mt-1 text-sm text-ink-2">
          {"To fill: "}
          {blanks.map((blank, index) => (
            <Fragment key={blank.start}>
              {index > 0 && " · "}
              {/* For touch and mouse; the keyboard has Tab. */}
              <button
                type="button"
                tabIndex={-1}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  area.current?.focus();
                  select(blank);
                }}
                className="min-h-6 text-left text-brand-text underline max-md:min-h-touch"
              >
                {blank.words}
              </button>
            </Fragment>
          ))}
        </p>
      )}
    </div>
  );
}

const takesKey = (key: string, isShifted: boolean) =>
  key === "ArrowDown" ||
  key === "ArrowUp" ||
  key === "Escape" ||
  (!isShifted && (key === "Enter" || key === "Tab"));

/** Behind the field's own text: the blanks, and a wash under copied text. */
function Marks({
  text,
  isCopied,
  area,
}: {
  text: string;
  isCopied: boolean;
  area: { current: HTMLTextAreaElement | null };
}) {
  const inner = useRef<HTMLDivElement>(null);
  const isDrawn = isCopied || blanksOf(text).length > 0;
  useEffect(() => {
    const field = area.current;
    if (!field || !isDrawn) return;
    const follow = () => {
      if (!inner.current) return;
      inner.current.style.transform = `translateY(${-field.scrollTop}px)`;
      // Without the scrollbar of a long text.
      inner.current.style.width = `${field.clientWidth}px`;
    };
    follow();
    field.addEventListener("scroll", follow);
    const sizes = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(follow);
    sizes?.observe(field);
    return () => {
      field.removeEventListener("scroll", follow);
      sizes?.disconnect();
    };
  }, [area, isDrawn]);
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 overflow-hidden rounded-md bg-surface"
    >
      {isDrawn && (
        <div
          ref={inner}
          className="border border-transparent px-2.75 py-2 text-field whitespace-pre-wrap wrap-anywhere text-transparent"
        >
          <span className={cx(isCopied && "bg-brand-wash box-decoration-clone")}>
            {piecesOf(text).map(({ start, text: piece, isBlank }) =>
              isBlank ? (
                <span
                  key={start}
                  className="bg-brand-wash underline decoration-brand-ring decoration-2 underline-offset-3"
                >
                  {piece}
                </span>
              ) : (
                piece
              ),
            )}
          </span>
        </div>
      )}
    </div>
  );
}
