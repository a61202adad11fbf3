import { type Answered, addressOf, type Endpoint, type Sent, type Upload } from "#shared/endpoint.ts";
import { failureOf, signedIn } from "./api.ts";
import { ApiError } from "./api-error.ts";
import { noteAnswer, noteNoConnection } from "./freshness.ts";

type UploadEndpoint = Endpoint & { readonly upload: Upload };

/** ms without progress after which an upload is aborted: the connection was lost without an event. */
const STALLED_AFTER = 60_000;

/**
 * Uploads files as multipart/form-data with progress, which fetch does not report. Fails like `call`, with an
 * ApiError, status 0 without a response; an abort fails with the signal's reason.
 */
export function upload<E extends UploadEndpoint>(
  endpoint: E,
  sent: Sent<E>,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (fraction: number) => void } = {},
): Promise<Answered<E>> {
  const form = new FormData();
  for (const file of sent.files ?? []) form.append(endpoint.upload.field, file, file.name);
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    let watch: ReturnType<typeof setTimeout> | undefined;
    const alive = () => {
      clearTimeout(watch);
      watch = setTimeout(() => {
        request.abort();
        lost();
      }, STALLED_AFTER);
    };
    const stop = () => request.abort();
    const over = () => {
      clearTimeout(watch);
      signal?.removeEventListener("abort", stop);
    };
    const lost = () => {
      over();
      noteNoConnection();
      reject(new ApiError(0, {}, "No connection", "save"));
    };
    signal?.addEventListener("abort", stop);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      alive();
      if (lengthComputable && total > 0) onProgress?.(loaded / total);
    };
    request.onerror = lost;
    request.onabort = () => {
      over();
      reject(signal?.aborted ? signal.reason : new ApiError(0, {}, "No connection", "save"));
    };
    request.onload = () => {
      over();
      noteAnswer();
      const { status, statusText, responseText: text } = request;
      if (status < 200 || status >= 300) return reject(failureOf({ status, statusText, text }));
      try {
        resolve(JSON.parse(text) as Answered<E>);
      } catch {
        reject(new ApiError(status, {}, `${status}: ${statusText}`));
      }
    };
    request.open(endpoint.method, addressOf(endpoint, sent));
    for (const [name, value] of Object.entries(signedIn())) request.setRequestHeader(name, value);
    request.withCredentials = true;
    alive();
    request.send(form);
  });
}
