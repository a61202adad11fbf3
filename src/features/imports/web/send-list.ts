import { addImport, type ImportDetails, type ListEncoding } from "#features/imports/contract.ts";
import { isApiError } from "#web/data/api-error.ts";
import { upload } from "#web/data/api-upload.ts";
import { RefusedFile } from "#web/ui/inputs/file-rules.ts";

/** Which part of a file is read, and how; and the list read from it before, which is removed. */
export type Reading = { sheet?: string; encoding?: ListEncoding; replaces?: string };

/**
 * Sends one list.
 * @throws RefusedFile where sending it again would not help
 */
export async function sendList(
  file: File,
  how: { signal?: AbortSignal; onProgress?: (fraction: number) => void } = {},
  query: Reading = {},
): Promise<ImportDetails> {
  try {
    return await upload(addImport, { files: [file], query }, how);
  } catch (error) {
    if (how.signal?.aborted || !isApiError(error)) throw error;
    const reason = error.body.fields?.file ?? error.shown();
    throw [400, 413, 415, 422].includes(error.status) ? new RefusedFile(reason) : new Error(reason);
  }
}
