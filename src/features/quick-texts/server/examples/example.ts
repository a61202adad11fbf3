import type { NoteTemplateEntry } from "#features/quick-texts/contract.ts";

/** Written by us to begin with: a clinic copies them and changes what it does otherwise. */
export type Example = {
  name: string;
  title: string;
  text: string;
  template?: NoteTemplateEntry;
};

export const coded = (words: string, code: string) => ({ words, code });
