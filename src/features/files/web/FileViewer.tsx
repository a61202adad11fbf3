import { ChevronLeft, ChevronRight, Download, FileWarning } from "lucide-react";
import { type KeyboardEvent, Suspense, useCallback, useEffect, useRef, useState } from "react";
import type { PatientFile } from "#features/files/contract.ts";
import { lazyPart } from "#web/lazy-part.ts";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { ErrorState } from "#web/ui/feedback/ErrorState.tsx";
import { Progress } from "#web/ui/feedback/Progress.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { FileSheet } from "#web/ui/inputs/FileSheet.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { aboutFile } from "./file-words.ts";
import { ImageView } from "./ImageView.tsx";
import { useDownload } from "./use-download.ts";
import { useStoredFile } from "./use-stored-file.ts";
import type { KeyTaker } from "./ViewTools.tsx";

const PdfView = lazyPart(() => import("./PdfView.tsx"), "PdfView");
const DicomView = lazyPart(() => import("./DicomView.tsx"), "DicomView");

const DICOM = "application/dicom";

/** By the MIME type that the server detected. DICOM is drawn by the server; other types need external programs. */
const views: Record<string, typeof ImageView | typeof PdfView> = {
  "application/pdf": PdfView,
  "image/jpeg": ImageView,
  "image/png": ImageView,
};

/** A stored file, with the previous and next ones. */
export function FileViewer({
  files,
  file,
  patientName,
  onFile,
  onClose,
}: {
  files: readonly PatientFile[];
  file: PatientFile;
  patientName: string | undefined;
  onFile: (file: PatientFile) => void;
  onClose: () => void;
}) {
  const { fetching, download } = useDownload();
  const keys = useRef<KeyTaker>(null);
  const takeKeys = useCallback((taker: KeyTaker | null) => {
    keys.current = taker;
  }, []);
  const body = useRef<HTMLDivElement>(null);
  const index = files.findIndex(({ path }) => path === file.path);
  const [previous, next] = [files[index - 1], files[index + 1]];
  const go = (to: PatientFile | undefined) => {
    if (!to) return;
    keys.current = null;
    onFile(to);
    // The focused control may disappear with the old file; shortcuts must still work.
    body.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    // Fields and sliders handle the arrow keys themselves.
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return;
    const isTaken = keys.current?.(event.key) ?? false;
    if (isTaken) event.preventDefault();
    else if (event.key === "ArrowLeft") go(previous);
    else if (event.key === "ArrowRight") go(next);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={file.name}
      description={patientName ? `${patientName} · ${aboutFile(file)}` : aboutFile(file)}
      size="wide"
      closeOutside={false}
      bodyClassName="flex flex-col p-0! md:h-[calc(100dvh-12rem)] md:flex-none!"
      foot={
        <>
          <div className="mr-auto flex items-center gap-1">
            <IconButton
              label="Previous file"
              icon={<ChevronLeft />}
              disabled={!previous}
              onClick={() => go(previous)}
            />
            <span className="text-sm text-ink-2 tabular-nums">
              {index + 1} of {files.length}
            </span>
            <IconButton label="Next file" icon={<ChevronRight />} disabled={!next} onClick={() => go(next)} />
          </div>
          <Button icon={<Download />} busy={fetching === file.path} onClick={() => void download(file)}>
            Download
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are shortcuts of the buttons in it */}
      <div
        ref={body}
        tabIndex={-1}
        data-autofocus=""
        onKeyDown={onKeyDown}
        className="flex min-h-0 flex-1 flex-col outline-none"
      >
        <OneFile key={file.path} file={file} takeKeys={takeKeys} />
      </div>
    </Dialog>
  );
}

function OneFile({ file, takeKeys }: { file: PatientFile; takeKeys: (taker: KeyTaker | null) => void }) {
  const View = views[file.type];
  const [problem, setProblem] = useState<string | null>(null);
  const { stored, readAgain } = useStoredFile(file.path, View !== undefined);
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => () => takeKeys(null), [takeKeys]);
  if (!View && file.type !== DICOM)
    return (
      <Middle>
        <Empty
          icon={<FileSheet name={file.name} />}
          title="This file opens in another program"
          why="Download it to read it, for instance in Word."
        />
      </Middle>
    );
  if (problem !== null)
    return (
      <Middle>
        <div role="alert">
          <Empty icon={<FileWarning />} title={problem} why="Download it to try another program." />
        </div>
      </Middle>
    );
  const reason = stored.state === "failed" ? stored.reason : failed;
  if (reason !== null)
    return (
      <Middle>
        <ErrorState
          title="Failed to load file"
          why={reason}
          onRetry={() => {
            setFailed(null);
            readAgain();
          }}
        />
      </Middle>
    );
  const coming = (
    <Middle>
      <div className="w-60">
        <Progress
          label={`Loading ${file.name}`}
          {...(stored.state === "coming" &&
            stored.bytes > 0 && { value: Math.min(1, stored.bytes / file.size) })}
        />
      </div>
    </Middle>
  );
  const shared = { name: file.name, takeKeys, onProblem: setProblem };
  if (!View)
    return (
      <Suspense fallback={coming}>
        <DicomView path={file.path} {...shared} onFailed={setFailed} />
      </Suspense>
    );
  if (stored.state !== "here") return coming;
  return (
    <Suspense fallback={coming}>
      <View file={stored.file} {...shared} />
    </Suspense>
  );
}

const Middle = ({ children }: { children: React.ReactNode }) => (
  <div className="grid min-h-60 flex-1 place-content-center p-6">{children}</div>
);
