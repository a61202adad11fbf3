/**
 * Copies the words that an element shows. On a plain http address there is no clipboard to write to, and the words are
 * selected and copied as a press of Ctrl+C would; they stay selected where that fails too. Returns whether it was done.
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
