/**
 * Copies the text of an element. A plain http address has no clipboard API, so the text is selected and copied with
 * execCommand; it stays selected if that fails too. Returns whether it was copied.
 */
export async function copyShown(element: HTMLElement): Promise<boolean> {
  const text = element.textContent ?? "";
  const clipboard = navigator.clipboard as Clipboard | undefined;
  const isWritten = await clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  if (isWritten) return true;
  const shown = document.createRange();
  shown.selectNodeContents(element);
  const selection = getSelection();
  selection?.removeAllRanges();
  selection?.addRange(shown);
  return document.execCommand("copy");
}
