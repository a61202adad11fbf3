/** What a draft needs of a react-hook-form form, whatever its fields. */
export interface DraftedForm {
  getValues(): object;
  reset(values: object, options?: { keepDefaultValues?: boolean }): void;
  subscribe(payload: { formState: { values: boolean }; callback: () => void }): () => void;
  formState: { isDirty: boolean; dirtyFields: object };
}

export type Typed = Record<string, unknown>;

/** Whether any field is marked; react-hook-form marks fields at any depth. */
const isMarked = (node: unknown): boolean =>
  node === true || (typeof node === "object" && node !== null && Object.values(node).some(isMarked));

/** The values of the changed top-level fields, or all values if `whole`. */
export function typedInto(form: DraftedForm, dirtyFields: object, isWhole: boolean): Typed {
  const typed = Object.entries(form.getValues()).filter(
    ([name]) => isWhole || isMarked((dirtyFields as Typed)[name]),
  );
  return Object.fromEntries(typed);
}

/** Sets stored values in the form. Fields that the form no longer has are skipped. */
export function typeInto(form: DraftedForm, stored: unknown): void {
  if (typeof stored !== "object" || stored === null) return;
  const now = form.getValues() as Typed;
  const fitting = Object.entries(stored).filter(([name]) => name in now);
  form.reset({ ...now, ...Object.fromEntries(fitting) }, { keepDefaultValues: true });
}
