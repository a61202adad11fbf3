import { createContext } from "react";

/**
 * The part of the address that represents the surrounding dialog: if it is the same before and after a navigation,
 * the dialog stays open. Null for dialogs that are not in the address.
 */
export const DialogAddress = createContext<((search: object) => string | undefined) | null>(null);
