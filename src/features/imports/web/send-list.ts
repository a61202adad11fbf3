import { addImport, type ImportDetails } from "#features/imports/contract.ts";
import { isApiError } from "#web/data/api-error.ts";
import { upload } from "#web/data/api-upload.ts";
import { RefusedFile } from "#web/ui/inputs/file-rules.ts";

/**
 * Sends one list.
 * @throws RefusedFile where sending it again would not help
 */
export async function sendList(
  file: File,
  how: { signal?: AbortSignal; onProgress?: (fraction: number) => void } = {},
  sheet?: string,
): Promise<ImportDetails> {
  try {
    return await upload(addImport, { files: [file], query: { ...(sheet !== undefined && { sheet }) } }, how);
  } catch (error) {
    if (how.signal?.aborted || !isApiError(error)) throw error;
    const reason = error.body.fields?.file ?? error.shown();
    throw [400, 413, 415, 422].includes(error.status) ? new RefusedFile(reason) : new Error(reason);
  }
}
