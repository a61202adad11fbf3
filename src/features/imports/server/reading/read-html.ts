import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { type BuiltList, ListBuilder } from "./list-builder.ts";
import { RefusedList } from "./refused-list.ts";

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document;

/** A web page with a table: what many systems export under the name .xls. */
export const isHtmlTable = (text: string): boolean =>
  /^\s*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype html|html|head|meta|style|table|body|div)\b/i.test(
    text.slice(0, 5000),
  ) && /<table\b/i.test(text);

const MOST_SPANNED = 1000;
const HIDDEN = new Set(["script", "style", "template", "head"]);

/**
 * The rows of the page's largest table. A cell over several rows has its value in each.
 * @throws RefusedList
 */
export function readHtml(text: string): BuiltList {
  const tables: Node[] = [];
  collect(parse(text), "table", tables);
  const all = tables.map((table) => ({ table, rows: rowsOf(table) }));
  const largest = all.reduce<(typeof all)[number] | null>(
    (best, one) => (!best || one.rows.length > best.rows.length ? one : best),
    null,
  );
  if (!largest) throw new RefusedList("This is a web page without a table. Save the list as XLSX or CSV.");
  const builder = new ListBuilder();
  const carried: { value: string; left: number }[] = [];
  for (const [index, row] of largest.rows.entries()) builder.add(index + 1, cellsOf(row, carried));
  return builder.finish();
}

const childrenOf = (node: Node): readonly DefaultTreeAdapterTypes.ChildNode[] =>
  "childNodes" in node ? node.childNodes : [];

/** Elements of this name, also inside others of it. */
function collect(root: Node, name: string, into: Node[]): void {
  const waiting: Node[] = [root];
  while (waiting.length > 0) {
    const node = waiting.pop() as Node;
    if (node.nodeName === name) into.push(node);
    waiting.push(...childrenOf(node).toReversed());
  }
}

/** A table's own rows, without those of tables in its cells. */
function rowsOf(table: Node): Node[] {
  const isPart = (name: string) => ["tbody", "thead", "tfoot"].includes(name);
  return childrenOf(table).flatMap((part) =>
    part.nodeName === "tr"
      ? [part]
      : isPart(part.nodeName)
        ? childrenOf(part).filter(({ nodeName }) => nodeName === "tr")
        : [],
  );
}

function cellsOf(row: Node, carried: { value: string; left: number }[]): string[] {
  const cells: string[] = [];
  const fromAbove = () => {
    for (let over = carried[cells.length]; over && over.left > 0; over = carried[cells.length]) {
      over.left -= 1;
      cells.push(over.value);
    }
  };
  for (const cell of childrenOf(row)) {
    if (cell.nodeName !== "td" && cell.nodeName !== "th") continue;
    fromAbove();
    const value = textOf(cell);
    const rows = spanOf(cell, "rowspan");
    for (let column = 0; column < spanOf(cell, "colspan"); column += 1) {
      carried[cells.length] = { value: column === 0 ? value : "", left: rows - 1 };
      cells.push(column === 0 ? value : "");
    }
  }
  fromAbove();
  return cells;
}

function spanOf(cell: Node, name: "rowspan" | "colspan"): number {
  const typed = "attrs" in cell ? cell.attrs.find((attribute) => attribute.name === name)?.value : undefined;
  const span = Number.parseInt(typed ?? "1", 10);
  return span > 0 ? Math.min(span, MOST_SPANNED) : 1;
}

function textOf(cell: Node): string {
  const parts: string[] = [];
  const waiting: Node[] = [cell];
  while (waiting.length > 0) {
    const node = waiting.pop() as Node;
    if (node.nodeName === "#text" && "value" in node) parts.push(node.value);
    else if (node.nodeName === "br") parts.push("\n");
    else if (!HIDDEN.has(node.nodeName)) waiting.push(...childrenOf(node).toReversed());
  }
  return parts
    .join("")
    .replace(/[^\S\n]+/g, " ")
    .trim();
}
