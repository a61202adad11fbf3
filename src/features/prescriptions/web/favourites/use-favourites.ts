import { flushSync } from "react-dom";
import {
  addFavourite,
  changeFavourite,
  type Favourite,
  type FavouriteDraft,
  favourites,
  MOST_MEDICINES,
  removeFavourite,
  tooManyMedicines,
} from "#features/prescriptions/contract.ts";
import { withWords } from "#shared/formats/name-search.ts";
import { medicineName } from "#shared/prescription/generic-first.ts";
import { useCall, useEndpointMutation } from "#web/data/calls.ts";
import { notify } from "#web/ui/overlays/notify.ts";
import { isBlankMedicine, type PrescriptionForm, typedAgain } from "../prescription-form.ts";

export const useFavourites = () => useCall(favourites, {});

export const useAddFavourite = () =>
  useEndpointMutation(addFavourite, {
    done: ({ name }) => ({ title: "Favorite saved", description: name }),
    failed: { title: "Error", fallback: "Failed to save favorite" },
  });

export const useRenameFavourite = () =>
  useEndpointMutation(changeFavourite, {
    done: "Favorite renamed",
    failed: { title: "Error", fallback: "Failed to rename favorite" },
  });

/** Removes a favorite optimistically; Undo restores it. */
export function useRemoveFavourite() {
  const again = useEndpointMutation(addFavourite, {
    done: null,
    failed: { title: "Error", fallback: "Failed to save favorite" },
  });
  const remove = useEndpointMutation(removeFavourite, {
    done: null,
    failed: { title: "Error", fallback: "Failed to delete favorite" },
  });
  return (favourite: Favourite) => {
    const { name, medications, additionalInstructions } = favourite;
    void remove.mutateAsync({ params: { id: String(favourite.id) } }).then(
      () =>
        notify({
          kind: "success",
          title: "Favorite deleted",
          description: name,
          undo: () => again.mutate({ body: { name, medications, additionalInstructions } }),
        }),
      () => undefined,
    );
  };
}

/** "amlodipine 5 mg tablet (Norvasc), losartan". */
export const medicinesOf = ({ medications }: Favourite): string => medications.map(medicineName).join(", ");

/** Favorites with every word of the search in their name or one of their medicines. */
export const foundFavourites = (all: readonly Favourite[], typed: string): Favourite[] =>
  withWords(all, typed, (favourite) => `${favourite.name} ${medicinesOf(favourite)}`);

/** The part of a form that a favorite can store: the medicines that have a name. */
export function draftOfFavourite(
  form: PrescriptionForm,
  which: number | "all",
): Omit<FavouriteDraft, "name"> | null {
  const { medications, additionalInstructions } = form.getValues();
  const wanted = which === "all" ? medications : medications.slice(which, which + 1);
  const named = wanted.filter(({ name }) => name?.trim());
  if (named.length === 0) return null;
  return {
    medications: named as FavouriteDraft["medications"],
    ...(which === "all" && { additionalInstructions: additionalInstructions ?? null }),
  };
}

/**
 * Adds a favorite's medicines after those that are typed, replacing empty rows. Returns its first row, or null when
 * there is no room. Undo restores the previous rows.
 */
export function insertFavourite(
  form: PrescriptionForm,
  { name, medications, additionalInstructions }: Favourite,
): number | null {
  const before = structuredClone(form.getValues());
  const filled = before.medications.filter((medicine) => !isBlankMedicine(medicine));
  if (filled.length + medications.length > MOST_MEDICINES) {
    notify({ kind: "error", title: "Error", description: tooManyMedicines });
    return null;
  }
  const instructions = before.additionalInstructions ?? "";
  const added = additionalInstructions ?? "";
  const together = instructions.includes(added)
    ? instructions
    : [instructions, added].filter(Boolean).join("\n");
  const fill = (content: { medications: typeof filled; additionalInstructions: string }) =>
    // Renders the rows now, so that one of them can be focused.
    flushSync(() => {
      form.setValue("medications", content.medications, { shouldDirty: true });
      form.setValue("additionalInstructions", content.additionalInstructions, { shouldDirty: true });
      form.clearErrors();
    });
  fill({ medications: [...filled, ...medications.map(typedAgain)], additionalInstructions: together });
  notify({
    kind: "info",
    title: `Added ${name}`,
    undo: () => fill({ medications: before.medications, additionalInstructions: instructions }),
  });
  return filled.length;
}
