type TextField = HTMLTextAreaElement | HTMLInputElement;

/**
 * Puts text in the place of a part of a field, as if it were typed: Ctrl+Z brings back what stood there, and the form
 * hears of it.
 */
export function insertText(
  field: TextField,
  { start, end }: { start: number; end: number },
  text: string,
): void {
  field.focus();
  field.setSelectionRange(start, end);
  // Nothing else is undone by the browser; where it is missing, the text is put in without that.
  if (document.execCommand?.("insertText", false, text)) return;
  field.setRangeText(text, start, end, "end");
  field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText", data: text }));
}
