const prefix = "klinika-draft-";

/**
 * Locks the draft while its form is open in this tab, so that no other tab offers it. The browser releases the lock
 * after a crash or a reload. Returns the release function.
 */
export function lockDraft(id: string): () => void {
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
