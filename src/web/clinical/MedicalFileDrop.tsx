import {
  categoryEndings,
  convertedEndings,
  type FileCategory,
  isDiscName,
  MAX_FILES,
  uploadFiles,
} from "#features/files/contract.ts";
import { isApiError } from "#web/data/api-error.ts";
import { upload } from "#web/data/api-upload.ts";
import { useInvalidateChangedBy } from "#web/data/calls.ts";
import { FileDrop, type UploadedFile } from "#web/ui/inputs/FileDrop.tsx";
import { RefusedFile } from "#web/ui/inputs/file-rules.ts";
import { notify } from "#web/ui/overlays/notify.ts";

const HINT = "PDF, JPG and PNG up to 10MB";
const hints: Record<FileCategory, string> = {
  laboratory: HINT,
  imaging: `${HINT}, also DICOM`,
  other: `${HINT}, also Word`,
};

/** An uploaded file; `done` is the path by which it is attached to a patient. */
export type SentFile = UploadedFile<string>;

/** An upload field for a patient's files of one category. Each file is uploaded immediately and separately. */
export function MedicalFileDrop({
  category,
  max = MAX_FILES.dialog,
  ...drop
}: {
  category: FileCategory;
  max?: number;
  label: string;
  value: readonly SentFile[];
  onChange: (next: readonly SentFile[]) => void;
  onPending?: (sending: number, failed: number) => void;
}) {
  const invalidateChangedBy = useInvalidateChangedBy();
  return (
    <FileDrop
      {...drop}
      hint={hints[category]}
      accept={categoryEndings[category]}
      alsoAccept={convertedEndings}
      acceptName={category === "imaging" ? isDiscName : undefined}
      max={max}
      upload={async (file, how) => {
        const path = await send(category, file, how);
        void invalidateChangedBy(uploadFiles);
        return path;
      }}
    />
  );
}

type How = { signal: AbortSignal; onProgress: (fraction: number) => void };

/** Resolves with the path. A refused or failed upload shows its reason. */
async function send(category: FileCategory, file: File, how: How): Promise<string> {
  try {
    const { files, refused } = await upload(uploadFiles, { query: { category }, files: [file] }, how);
    if (files[0] !== undefined) return files[0];
    throw new RefusedFile(refused[0]?.reason ?? "The file was not accepted.");
  } catch (error) {
    if (how.signal.aborted || error instanceof RefusedFile) throw error;
    if (isApiError(error) && (error.status === 413 || error.status === 415))
      throw new RefusedFile(error.body.refused?.[0]?.reason ?? error.shown("The file was not accepted."));
    const reason = isApiError(error) ? error.shown() : "It was not sent.";
    // An ended session and a suspended clinic have screens of their own.
    if (!isApiError(error) || (error.status !== 401 && !error.body.suspended))
      notify({ kind: "error", title: "Failed to upload files", description: `${file.name}: ${reason}` });
    throw new Error(`Upload failed. ${reason}`, { cause: error });
  }
}
