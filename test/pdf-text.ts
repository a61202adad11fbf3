import { extractText, getDocumentProxy } from "unpdf";

/** The text of each page of a PDF in reading order, with whitespace collapsed. */
export async function pagesOf(pdf: Uint8Array): Promise<string[]> {
  // The reader detaches the bytes it is given, and refuses a Buffer.
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false });
  return text.map((page) => page.replace(/\s+/g, " "));
}

/** The text of a PDF from its first page to its last. */
export const wordsOf = async (pdf: Uint8Array): Promise<string> => (await pagesOf(pdf)).join(" ");
