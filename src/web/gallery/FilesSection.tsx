import { useState } from "react";
import { FileDrop, type UploadedFile } from "#web/ui/inputs/FileDrop.tsx";
import { FileRow } from "#web/ui/inputs/FileRow.tsx";

/** Replaces the real upload: takes about a second, and a file named "fail" fails. */
function pretend(
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (f: number) => void },
) {
  return new Promise<string>((resolve, reject) => {
    let sent = 0;
    const timer = setInterval(() => {
      sent += 0.1;
      onProgress(Math.min(sent, 1));
      if (sent < 1) return;
      clearInterval(timer);
      if (file.name.includes("fail")) reject(new Error("The server did not answer. Nothing was added."));
      else resolve(file.name);
    }, 120);
    signal.addEventListener("abort", () => clearInterval(timer));
  });
}

export function FilesSection() {
  const [files, setFiles] = useState<readonly UploadedFile<string>[]>([]);
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <FileDrop
        label="Laboratory"
        hint="PDF, JPG and PNG up to 10MB"
        accept={["pdf", "jpg", "jpeg", "png"]}
        max={3}
        upload={pretend}
        value={files}
        onChange={setFiles}
      />
      <ul aria-label="Files in each state" className="rounded-md border border-line bg-surface px-4 py-1">
        <FileRow name="Lipid profile.pdf" size={192_512} onRemove={() => {}} />
        <FileRow name="Chest PA.dcm" state={{ kind: "sending", fraction: 0.62 }} />
        <FileRow
          name="ECG photo.jpg"
          state={{ kind: "refused", reason: "Over 10MB (14.2 MB). Not added." }}
        />
        <FileRow
          name="Ultrasound report, whole abdomen, with measurements.pdf"
          state={{ kind: "failed", reason: "The server did not answer. Nothing was added." }}
          onRemove={() => {}}
        />
      </ul>
    </div>
  );
}
