import { useState } from "react";
import type { Favourite, FavouriteDraft } from "#features/prescriptions/contract.ts";
import { medicineLine } from "#shared/prescription/generic-first.ts";
import { useFormKey } from "#web/hooks/use-form-key.ts";
import type { PrescriptionForm } from "../prescription-form.ts";
import { FavouritesDialog } from "./FavouritesDialog.tsx";
import { NameFavouriteDialog } from "./NameFavouriteDialog.tsx";
import {
  draftOfFavourite,
  insertFavourite,
  medicinesOf,
  useAddFavourite,
  useRenameFavourite,
} from "./use-favourites.ts";

type Open =
  | { dialog: "list" }
  | { dialog: "save"; content: Omit<FavouriteDraft, "name"> }
  | { dialog: "rename"; favourite: Favourite };

/** The suggested name: the medicine's own, or the set's diagnosis. */
function suggestedName({ medications }: Omit<FavouriteDraft, "name">, diagnosis: string): string {
  const [only] = medications;
  return (medications.length === 1 && only ? medicineLine(only).generic : diagnosis).slice(0, 100);
}

const counted = ({ medications }: Pick<FavouriteDraft, "medications">) =>
  medications.length === 1 && medications[0]
    ? medicineLine(medications[0]).generic
    : `${medications.length} medicines, with the additional instructions`;

/** The favorites dialogs of a prescription, and what opens them: a button, a row's star, Alt+F. */
export function usePrescriptionFavourites(form: PrescriptionForm, onInserted: (row: number) => void) {
  const [open, setOpen] = useState<Open | null>(null);
  const add = useAddFavourite();
  const rename = useRenameFavourite();
  const close = () => setOpen(null);
  const show = () => setOpen({ dialog: "list" });
  const keep = (which: number | "all") => {
    const content = draftOfFavourite(form, which);
    if (content) setOpen({ dialog: "save", content });
  };

  useFormKey("favourites", show);

  const dialog =
    open?.dialog === "list" ? (
      <FavouritesDialog
        onClose={close}
        onInsert={(favourite) => {
          close();
          const row = insertFavourite(form, favourite);
          if (row !== null) onInserted(row);
        }}
        onRename={(favourite) => setOpen({ dialog: "rename", favourite })}
        onSave={draftOfFavourite(form, "all") ? () => keep("all") : undefined}
      />
    ) : open?.dialog === "save" ? (
      <NameFavouriteDialog
        title="Save as Favorite"
        name={suggestedName(open.content, form.getValues("diagnosis") ?? "")}
        holds={counted(open.content)}
        save={(name) => add.mutateAsync({ body: { ...open.content, name } })}
        onClose={close}
      />
    ) : open?.dialog === "rename" ? (
      <NameFavouriteDialog
        title="Rename favorite"
        name={open.favourite.name}
        holds={medicinesOf(open.favourite)}
        save={(name) => rename.mutateAsync({ params: { id: String(open.favourite.id) }, body: { name } })}
        onClose={show}
      />
    ) : null;

  return { show, keep, dialog };
}
