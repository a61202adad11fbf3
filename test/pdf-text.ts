import { extractText, getDocumentProxy } from "unpdf";

/** What each page of a PDF says, in the order it is read, with one blank wherever there is space. */
export async function pagesOf(pdf: Uint8Array): Promise<string[]> {
  // The reader takes its bytes away from whoever gives them, and refuses a Buffer.
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false });
  return text.map((page) => page.replace(/\s+/g, " "));
}

/** What a PDF says from its first page to its last. */
export const wordsOf = async (pdf: Uint8Array): Promise<string> => (await pagesOf(pdf)).join(" ");
