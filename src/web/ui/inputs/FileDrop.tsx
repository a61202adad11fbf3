import { Camera, Upload } from "lucide-react";
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "../Button.tsx";
import { cx } from "../cx.ts";
import { useMedia } from "../use-media.ts";
import { FileRow } from "./FileRow.tsx";
import { accepts, type FileRules, RefusedFile, refusals } from "./file-rules.ts";

export interface UploadedFile<Done> {
  name: string;
  /** Bytes, if known. */
  size?: number | undefined;
  done: Done;
  /** The chosen file, for its thumbnail. */
  file?: File | undefined;
}

interface FileDropProps<Done> extends FileRules {
  label: string;
  /** "PDF, JPG and PNG up to 10MB". */
  hint: ReactNode;
  /**
   * Uploads one file. Rejects with an Error whose message is fit to show: a RefusedFile is listed with the reason,
   * any other can be retried. An abort is not an error.
   */
  upload: (file: File, how: { signal: AbortSignal; onProgress: (fraction: number) => void }) => Promise<Done>;
  value: readonly UploadedFile<Done>[];
  onChange: (next: readonly UploadedFile<Done>[]) => void;
  /** Called with the numbers of running and of failed uploads, so that a form can delay Save. */
  onPending?: ((sending: number, failed: number) => void) | undefined;
}

interface Entry {
  id: number;
  file: File;
  state: { kind: "sending"; fraction: number } | { kind: "failed" | "refused"; reason: string };
  abort: AbortController;
}

let nextId = 0;

/** A drop zone: each file with its progress, cancel, retry, or the reason why it was not added. */
export function FileDrop<Done>(props: FileDropProps<Done>) {
  const { label, hint, upload, value, onChange, onPending, ...rules } = props;
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const takesPhotos = useMedia("(pointer: coarse)") && rules.accept.includes("jpg");
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const [over, setOver] = useState(0);
  // Uploads end at any time: each updates the latest state.
  const now = useRef({ value, onChange, onPending, entries });
  now.current = { ...now.current, value, onChange, onPending };

  // Uploads still running when the form closes are aborted.
  useEffect(() => {
    const left = now;
    return () => {
      for (const { abort } of left.current.entries) abort.abort();
    };
  }, []);
  usePreventFileDrop();

  const update = (change: (before: readonly Entry[]) => readonly Entry[]) => {
    const next = change(now.current.entries);
    now.current.entries = next;
    setEntries(next);
    const count = (kind: Entry["state"]["kind"]) => next.filter(({ state }) => state.kind === kind).length;
    now.current.onPending?.(count("sending"), count("failed"));
  };
  const setState = (entryId: number, state: Entry["state"]) =>
    update((before) => before.map((entry) => (entry.id === entryId ? { ...entry, state } : entry)));
  const remove = (entryId: number) => update((before) => before.filter((entry) => entry.id !== entryId));

  const send = async (entry: Entry) => {
    try {
      const done = await upload(entry.file, {
        signal: entry.abort.signal,
        onProgress: (fraction) => setState(entry.id, { kind: "sending", fraction }),
      });
      if (entry.abort.signal.aborted) return;
      const { file } = entry;
      const next = [...now.current.value, { name: file.name, size: file.size, done, file }];
      now.current.value = next;
      now.current.onChange(next);
      remove(entry.id);
    } catch (error) {
      if (entry.abort.signal.aborted) return;
      const reason = error instanceof Error && error.message ? error.message : "It was not sent.";
      setState(entry.id, { kind: error instanceof RefusedFile ? "refused" : "failed", reason });
    }
  };

  const add = (files: readonly File[]) => {
    const waiting = now.current.entries.filter(({ state }) => state.kind !== "refused").length;
    const reasons = refusals(files, rules, now.current.value.length + waiting);
    const added = files.map((file, index): Entry => {
      const reason = reasons[index];
      nextId += 1;
      return {
        id: nextId,
        file,
        state: reason === undefined ? { kind: "sending", fraction: 0 } : { kind: "refused", reason },
        abort: new AbortController(),
      };
    });
    update((before) => [...before.filter(({ state }) => state.kind !== "refused"), ...added]);
    for (const entry of added) if (entry.state.kind === "sending") void send(entry);
  };

  const retry = (entry: Entry) => {
    const again: Entry = { ...entry, abort: new AbortController(), state: { kind: "sending", fraction: 0 } };
    update((before) => before.map((other) => (other.id === entry.id ? again : other)));
    void send(again);
  };

  const count = value.length + entries.filter(({ state }) => state.kind !== "refused").length;
  const full = count >= rules.max;
  const choose = ({ target }: { target: HTMLInputElement }) => {
    add([...(target.files ?? [])]);
    target.value = "";
  };
  const drag = {
    onDragEnter: (event: DragEvent) => setOver(Math.max(1, event.dataTransfer.items.length)),
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(0);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(0);
      add([...event.dataTransfer.files]);
    },
  };

  return (
    <div className="grid gap-2">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one line */}
      <div
        {...drag}
        role="group"
        aria-label={label}
        className={cx(
          "flex flex-wrap items-center gap-3 rounded-md p-4 outline-dashed -outline-offset-1",
          over > 0
            ? "bg-brand-wash outline-2 outline-brand-ring [outline-style:solid]"
            : "bg-paper outline-1 outline-line-control",
        )}
      >
        <Upload className="size-5 shrink-0 text-ink-2" />
        <span className="min-w-0 flex-1 basis-40">
          <span className="block font-medium">
            {over > 0 ? `Drop ${over === 1 ? "the file" : `${over} files`} here` : label}
          </span>
          <span id={`${id}-hint`} className="block text-sm text-ink-3">
            {hint}
            {count > 0 && ` · ${count} of ${rules.max} there`}
          </span>
        </span>
        <input
          ref={picker}
          type="file"
          multiple={rules.max > 1}
          accept={rules.acceptName ? undefined : accepts([...rules.accept, ...(rules.alsoAccept ?? [])])}
          tabIndex={-1}
          aria-hidden="true"
          className="sr-only"
          onChange={choose}
        />
        {takesPhotos && (
          <>
            <input
              ref={camera}
              type="file"
              accept="image/jpeg,image/png"
              capture="environment"
              tabIndex={-1}
              aria-hidden="true"
              className="sr-only"
              onChange={choose}
            />
            <Button
              size="sm"
              disabled={full}
              icon={<Camera />}
              aria-label={`Take a Photo for ${label}`}
              onClick={() => camera.current?.click()}
            >
              Take a Photo
            </Button>
          </>
        )}
        <Button
          size="sm"
          disabled={full}
          aria-describedby={`${id}-hint`}
          aria-label={`Choose Files for ${label}`}
          onClick={() => picker.current?.click()}
        >
          Choose Files
        </Button>
      </div>
      {(value.length > 0 || entries.length > 0) && (
        <ul aria-label={`Files of ${label}`} className="rounded-md border border-line bg-surface px-4 py-1">
          {value.map((file, index) => (
            <FileRow
              // biome-ignore lint/suspicious/noArrayIndexKey: two files may share a name, and rows hold no state
              key={`${file.name}-${index}`}
              name={file.name}
              size={file.size}
              file={file.file}
              onRemove={() => onChange(value.filter((other) => other !== file))}
            />
          ))}
          {entries.map((entry) => (
            <FileRow
              key={entry.id}
              name={entry.file.name}
              size={entry.file.size}
              file={entry.file}
              state={entry.state}
              onCancel={() => {
                entry.abort.abort();
                remove(entry.id);
              }}
              onRetry={() => retry(entry)}
              onAnother={() => {
                remove(entry.id);
                picker.current?.click();
              }}
              onRemove={() => remove(entry.id)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

/** A file dropped outside the zone would replace the page, with everything typed. */
function usePreventFileDrop() {
  useEffect(() => {
    const keep = (event: globalThis.DragEvent) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    };
    window.addEventListener("dragover", keep);
    window.addEventListener("drop", keep);
    return () => {
      window.removeEventListener("dragover", keep);
      window.removeEventListener("drop", keep);
    };
  }, []);
}
