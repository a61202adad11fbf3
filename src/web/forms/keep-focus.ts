import type { MouseEvent } from "react";

/**
 * For buttons between fields: if the field lost its focus, its error message would move the button away from the
 * pointer, and the click would be lost.
 */
export const keepFocus = (event: MouseEvent): void => event.preventDefault();
