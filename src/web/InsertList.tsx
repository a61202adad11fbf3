import { type KeyboardEvent, type ReactNode, useState } from "react";
import { cx } from "./ui/cx.ts";
import { SearchInput } from "./ui/inputs/SearchInput.tsx";
import { Kbd } from "./ui/Kbd.tsx";

/** What a dialog offers for insertion into a form: searched by typing, the first one inserted with Enter. */
export function InsertList<Item extends { id: number }>({
  label,
  one,
  searchedBy,
  find,
  nameOf,
  detailOf,
  menuOf,
  onInsert,
}: {
  label: string;
  /** "favorite": its plural is this with an s. */
  one: string;
  /** "name or medicine". */
  searchedBy: string;
  /** The items that the typed text finds, best first. */
  find: (typed: string) => readonly Item[];
  nameOf: (item: Item) => string;
  detailOf: (item: Item) => ReactNode;
  menuOf?: (item: Item) => ReactNode;
  onInsert: (item: Item) => void;
}) {
  const [typed, setTyped] = useState("");
  const found = find(typed);
  const [first] = found;
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.ctrlKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (first) onInsert(first);
  };
  return (
    <>
      <div className="border-b border-line p-3">
        <SearchInput
          label={`Search ${one}s`}
          placeholder={`Search by ${searchedBy}`}
          value={typed}
          onChange={setTyped}
          onKeyDown={onKey}
          data-autofocus=""
        />
      </div>
      {found.length === 0 ? (
        <p role="status" className="px-4 py-6 text-center text-ink-2">
          No {one} contains “{typed.trim()}”.
        </p>
      ) : (
        <ul aria-label={label} className="divide-y divide-line">
          {found.map((item) => (
            <li key={item.id} className={cx("flex items-center gap-1", menuOf && "pr-2")}>
              <button
                type="button"
                onClick={() => onInsert(item)}
                className={cx(
                  "flex min-h-touch min-w-0 flex-1 items-center gap-3 px-4 py-2 text-left -outline-offset-2 hover:bg-sunk",
                  item === first && "bg-brand-wash",
                )}
              >
                <span className="min-w-0 flex-1 wrap-anywhere">
                  <span className="block font-medium">{nameOf(item)}</span>
                  {detailOf(item)}
                </span>
                {item === first && (
                  <span aria-hidden="true" className="max-md:hidden">
                    <Kbd>Enter</Kbd>
                  </span>
                )}
              </button>
              {menuOf?.(item)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
