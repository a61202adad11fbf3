import { MoreHorizontal, Star } from "lucide-react";
import type { Favourite } from "#features/prescriptions/contract.ts";
import { InsertList } from "#web/InsertList.tsx";
import { QueryList } from "#web/QueryList.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { Menu } from "#web/ui/overlays/Menu.tsx";
import { foundFavourites, medicinesOf, useFavourites, useRemoveFavourite } from "./use-favourites.ts";

/** The user's saved medicines and sets. */
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
  const remove = useRemoveFavourite();
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
          Save as Favorite
        </Button>
      }
    >
      <QueryList
        query={query}
        title="Failed to load favorites"
        skeleton={<SkeletonRows rows={3} initials={false} />}
        label="Loading favorites"
        empty={
          <Empty
            icon={<Star />}
            title="No favorites yet."
            why="Save a medicine or a set of medicines here, then insert it with two keys."
          />
        }
      >
        {(favourites) => (
          <InsertList
            label="Favorites"
            one="favorite"
            searchedBy="name or medicine"
            find={(typed) => foundFavourites(favourites, typed)}
            nameOf={({ name }) => name}
            detailOf={(favourite) => (
              <span className="line-clamp-2 text-sm text-ink-2">{medicinesOf(favourite)}</span>
            )}
            menuOf={(favourite) => (
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
            )}
            onInsert={onInsert}
          />
        )}
      </QueryList>
    </Dialog>
  );
}
