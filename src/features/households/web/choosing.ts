import type { ReactNode } from "react";

/** The page's dialog for choosing a patient. */
export type Choosing = (choice: {
  why: string;
  onChosen: (id: number) => void;
  onClose: () => void;
}) => ReactNode;
