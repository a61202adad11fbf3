/** A plain RFC 4180 reader, independent of the product's code: reads files as a spreadsheet would. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let value = "";
  let quoted = false;
  for (let i = 1; i < text.length; i += 1) {
    const char = text[i] ?? "";
    if (quoted) {
      if (char === '"' && text[i + 1] === '"') {
        value += '"';
        i += 1;
      } else if (char === '"') quoted = false;
      else value += char;
    } else if (char === '"') quoted = true;
    else if (char === ",") {
      row.push(value);
      value = "";
    } else if (char === "\r" && text[i + 1] === "\n") {
      rows.push([...row, value]);
      row = [];
      value = "";
      i += 1;
    } else value += char;
  }
  return rows;
}
