const references: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text for HTML, also as the value of an attribute in double quotes. */
export const htmlText = (text: string) => text.replace(/[&<>"]/g, (letter) => references[letter] ?? letter);
