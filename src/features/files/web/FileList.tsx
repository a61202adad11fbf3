import { Download } from "lucide-react";
import type { PatientFile } from "#features/files/contract.ts";
import { Button } from "#web/ui/Button.tsx";
import { FileSheet } from "#web/ui/inputs/FileSheet.tsx";
import { aboutFile } from "./file-words.ts";
import { useDownload } from "./use-download.ts";

/** Stored files of one category, each with View and Download. */
export function FileList({
  label,
  files,
  onView,
}: {
  label: string;
  files: readonly PatientFile[];
  onView: (file: PatientFile) => void;
}) {
  const { fetching, download } = useDownload();
  return (
    <ul aria-label={label} className="px-4">
      {files.map((file) => (
        <li
          key={file.path}
          data-print="whole"
          className="flex items-center gap-3 border-t border-line py-2.5 first:border-t-0"
        >
          <FileSheet name={file.name} />
          <div className="min-w-0 flex-1">
            <p className="font-medium wrap-anywhere">{file.name}</p>
            <p className="text-sm text-ink-3 tabular-nums">{aboutFile(file)}</p>
          </div>
          <div className="flex items-center gap-1" data-print="no">
            <Button size="sm" variant="ghost" aria-label={`View ${file.name}`} onClick={() => onView(file)}>
              View
            </Button>
            <Button
              size="sm"
              variant="ghost"
              aria-label={`Download ${file.name}`}
              busy={fetching === file.path}
              icon={<Download />}
              onClick={() => void download(file)}
            >
              <span className="max-md:hidden">Download</span>
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
