import type { NoteTemplateEntry } from "#features/quick-texts/contract.ts";

/** Our examples to start with: a clinic copies and adapts them. */
export type Example = {
  name: string;
  title: string;
  text: string;
  template?: NoteTemplateEntry;
};

export const coded = (words: string, code: string) => ({ words, code });
