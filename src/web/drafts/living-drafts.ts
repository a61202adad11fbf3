const prefix = "klinika-draft-";

/**
 * Says, for as long as the form is open, that its draft is at work in this tab, so that no other tab offers it.
 * A crash or a reload lets go by itself. Returns how to let go.
 */
export function holdDraft(id: string): () => void {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  void navigator.locks?.request(prefix + id, () => held).catch(() => undefined);
  return letGo;
}

/** Ids of the drafts whose forms are open in any tab. */
export async function livingDrafts(): Promise<ReadonlySet<string>> {
  const locks = await navigator.locks?.query();
  return new Set(
    (locks?.held ?? []).flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : [])),
  );
}
