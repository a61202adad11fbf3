import * as z from "zod/mini";
import {
  type FullHistory,
  type FullHistoryDraft,
  type FullHistoryField,
  fullHistoryFields,
  longestOfHistory,
  ofFullHistory,
} from "#features/consultations/contract.ts";
import { formatCount } from "#shared/formats/counts.ts";

/** Texts as typed into the fields. */
export type TypedFullHistory = Record<FullHistoryField, string>;

export const FullHistoryForm = z.object(
  ofFullHistory((field) => {
    const max = longestOfHistory(field);
    return z.string().check(z.maxLength(max, `Use at most ${formatCount(max)} characters`));
  }),
);

export const typedFrom = (record: FullHistory | null): TypedFullHistory =>
  Object.fromEntries(fullHistoryFields.map((field) => [field, record?.[field] ?? ""])) as TypedFullHistory;

/** A text as the server stores it: trimmed, and null when empty. */
const asStored = (typed: string): string | null => typed.trim() || null;

/** The fields whose text has not been saved. */
export const unsavedFields = (typed: TypedFullHistory, record: FullHistory | null): FullHistoryDraft =>
  Object.fromEntries(
    fullHistoryFields.flatMap((field) => {
      const stored = asStored(typed[field]);
      return stored === (record?.[field] ?? null) ? [] : [[field, stored]];
    }),
  );

export type Conflict = { field: FullHistoryField; mine: string; theirs: string };

/**
 * Merges the changes of another user into the typed texts. A field that only they changed takes their text; one
 * that both changed is a conflict. `sent` is what was sent without an answer, which the record may already contain.
 */
export function mergeMeanwhile(
  typed: TypedFullHistory,
  before: FullHistory | null,
  current: FullHistory,
  sent: FullHistoryDraft,
): { follows: FullHistoryField[]; conflicts: Conflict[] } {
  const follows: FullHistoryField[] = [];
  const conflicts: Conflict[] = [];
  for (const field of fullHistoryFields) {
    const [was, theirs, mine] = [before?.[field] ?? null, current[field], asStored(typed[field])];
    if (theirs === was || theirs === mine || (field in sent && theirs === sent[field])) continue;
    if (mine === was) follows.push(field);
    else conflicts.push({ field, mine: typed[field], theirs: theirs ?? "" });
  }
  return { follows, conflicts };
}
