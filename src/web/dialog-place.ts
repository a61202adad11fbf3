import { createContext } from "react";

/**
 * What the address says at the place of the dialog around: the same text before and after a move through the history
 * means that the dialog stays open. Null where a dialog does not stand in the address.
 */
export const DialogPlace = createContext<((search: object) => string | undefined) | null>(null);
