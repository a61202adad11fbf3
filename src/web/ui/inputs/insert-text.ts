type TextField = HTMLTextAreaElement | HTMLInputElement;

/** Replaces a part of a field's text as if it were typed: Ctrl+Z restores it, and the form is notified. */
export function insertText(
  field: TextField,
  { start, end }: { start: number; end: number },
  text: string,
): void {
  field.focus();
  field.setSelectionRange(start, end);
  // execCommand is the only undoable way; where it is missing, the text is inserted without undo.
  if (document.execCommand?.("insertText", false, text)) return;
  field.setRangeText(text, start, end, "end");
  field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText", data: text }));
}
