import { MoreHorizontal, Star } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import type { Favourite } from "#features/prescriptions/contract.ts";
import { QueryPending } from "#web/QueryPending.tsx";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { SearchInput } from "#web/ui/inputs/SearchInput.tsx";
import { Kbd } from "#web/ui/Kbd.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { Menu } from "#web/ui/overlays/Menu.tsx";
import { foundFavourites, medicinesOf, useFavourites, useRemoveFavourite } from "./use-favourites.ts";

/** The user's saved medicines and sets: searched by typing, inserted with Enter, renamed and deleted. */
export function FavouritesDialog({
  onInsert,
  onRename,
  onSave,
  onClose,
}: {
  onInsert: (favourite: Favourite) => void;
  onRename: (favourite: Favourite) => void;
  /** Undefined while the form has no medicine. */
  onSave?: (() => void) | undefined;
  onClose: () => void;
}) {
  const query = useFavourites();
  const { data } = query;
  const [typed, setTyped] = useState("");
  const remove = useRemoveFavourite();
  const found = foundFavourites(data ?? [], typed);
  const [first] = found;
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.ctrlKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (first) onInsert(first);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Favorites"
      size="md"
      bodyClassName="p-0!"
      foot={
        <Button
          icon={<Star />}
          onClick={onSave}
          disabled={!onSave}
          {...(!onSave && { title: "Type a medicine first" })}
        >
          Save as favorite
        </Button>
      }
    >
      {data === undefined ? (
        <QueryPending
          query={query}
          title="Failed to load favorites"
          skeleton={<SkeletonRows rows={3} initials={false} />}
          label="Loading favorites"
        />
      ) : data.length === 0 ? (
        <Empty
          icon={<Star />}
          title="No favorites yet."
          why="Save a medicine or a set of medicines here, then insert it with two keys."
        />
      ) : (
        <>
          <div className="border-b border-line p-3">
            <SearchInput
              label="Search favorites"
              placeholder="Search by name or medicine"
              value={typed}
              onChange={setTyped}
              onKeyDown={onKey}
              data-autofocus=""
            />
          </div>
          {found.length === 0 ? (
            <p role="status" className="px-4 py-6 text-center text-ink-2">
              No favorite contains “{typed.trim()}”.
            </p>
          ) : (
            <ul aria-label="Favorites" className="divide-y divide-line">
              {found.map((favourite) => (
                <li key={favourite.id} className="flex items-center gap-1 pr-2">
                  <button
                    type="button"
                    onClick={() => onInsert(favourite)}
                    className={cx(
                      "flex min-h-touch min-w-0 flex-1 items-center gap-3 px-4 py-2 text-left -outline-offset-2 hover:bg-sunk",
                      favourite === first && "bg-brand-wash",
                    )}
                  >
                    <span className="min-w-0 flex-1 wrap-anywhere">
                      <span className="block font-medium">{favourite.name}</span>
                      <span className="line-clamp-2 text-sm text-ink-2">{medicinesOf(favourite)}</span>
                    </span>
                    {favourite === first && (
                      <span aria-hidden="true" className="max-md:hidden">
                        <Kbd>Enter</Kbd>
                      </span>
                    )}
                  </button>
                  <Menu
                    trigger={
                      <IconButton
                        label={`More for ${favourite.name}`}
                        icon={<MoreHorizontal />}
                        size="sm"
                        className="max-md:size-touch"
                      />
                    }
                    items={[
                      { label: "Rename", onSelect: () => onRename(favourite) },
                      { label: "Delete", danger: true, onSelect: () => remove(favourite) },
                    ]}
                    title={favourite.name}
                  />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Dialog>
  );
}
