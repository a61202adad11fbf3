import { extractText, getDocumentProxy } from "unpdf";

/** The text of each page of a PDF in reading order, with whitespace collapsed. */
export async function pagesOf(pdf: Uint8Array): Promise<string[]> {
  // The reader detaches the bytes it is given, and refuses a Buffer.
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false });
  return text.map((page) => page.replace(/\s+/g, " "));
}

/** The text of a PDF from its first page to its last. */
export const wordsOf = async (pdf: Uint8Array): Promise<string> => (await pagesOf(pdf)).join(" ");

/** The texts of a PDF that do not lie on their page as a whole. */
export async function textsOutside(pdf: Uint8Array): Promise<string[]> {
  const file = await getDocumentProxy(new Uint8Array(pdf));
  const outside: string[] = [];
  for (let number = 1; number <= file.numPages; number += 1) {
    const page = await file.getPage(number);
    const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
    for (const item of (await page.getTextContent()).items) {
      if (!("str" in item) || !item.str.trim()) continue;
      const [, , , , x, y] = item.transform;
      if (x < left || x + item.width > right || y < bottom || y + item.height > top) outside.push(item.str);
    }
  }
  return outside;
}
