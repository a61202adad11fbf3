import { useRef, useState } from "react";
import * as z from "zod/mini";
import { categoryLists, type FileCategory, fileCategories } from "#features/files/contract.ts";
import type { Patient } from "#features/patients/contract.ts";
import { timeNow } from "#web/clock.ts";
import { notify } from "#web/ui/overlays/notify.ts";
import type { SentFile } from "./MedicalFileDrop.tsx";

export type FileLists = Pick<Patient, (typeof categoryLists)[FileCategory]>;

export type MedicalResults = ReturnType<typeof useMedicalResults>;

const none = { laboratory: [], imaging: [], other: [] } as const satisfies Record<FileCategory, []>;
const noPaths: FileLists = { laboratoryFiles: [], imagingFiles: [], otherFiles: [] };

/** The files of a draft: their paths by category, without their previews. */
const DraftFiles = z.record(
  z.enum(fileCategories),
  z.array(z.object({ name: z.string(), size: z.optional(z.number()), done: z.string() })),
);
/** Uploads that no patient got are swept after a day; an hour is left to save them. */
const lifetime = 23 * 3_600_000;

/** The files of a patient form: new uploads, and stored files to remove. */
export function useMedicalResults() {
  const [sent, setSent] = useState<Record<FileCategory, readonly SentFile[]>>(none);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const [onTheirWay, setOnTheirWay] = useState(0);
  const [isWaiting, setWaiting] = useState(false);
  // Save may be pressed before the last response is rendered.
  const now = useRef({
    sent: sent as Record<FileCategory, readonly SentFile[]>,
    removed,
    sending: { laboratory: 0, imaging: 0, other: 0 },
    failed: { laboratory: 0, imaging: 0, other: 0 },
    whenQuiet: [] as (() => void)[],
  });
  const total = (counts: Record<FileCategory, number>) =>
    fileCategories.reduce((sum, category) => sum + counts[category], 0);

  const changed = (category: FileCategory, files: readonly SentFile[]) => {
    now.current.sent = { ...now.current.sent, [category]: files };
    setSent(now.current.sent);
  };
  const pending = (category: FileCategory, sending: number, failed: number) => {
    now.current.sending[category] = sending;
    now.current.failed[category] = failed;
    const left = total(now.current.sending);
    setOnTheirWay(left);
    if (left === 0) for (const go of now.current.whenQuiet.splice(0)) go();
  };
  const setGone = (paths: readonly string[]) => {
    now.current.removed = paths;
    setRemoved(paths);
  };

  /** Resolves when no upload is running; with false and a message when one has failed and waits for a retry. */
  const isReady = async (): Promise<boolean> => {
    // Pressed again while it waits: the first press saves.
    if (now.current.whenQuiet.length > 0) return false;
    if (total(now.current.sending) > 0) {
      setWaiting(true);
      await new Promise<void>((resolve) => now.current.whenQuiet.push(resolve));
      setWaiting(false);
    }
    if (total(now.current.failed) === 0) return true;
    notify({
      kind: "error",
      title: "Failed to upload files",
      description: "Try the failed files again or remove them, then save again.",
    });
    return false;
  };

  /** The lists that differ from the stored ones, for saving the patient. */
  const lists = (stored: FileLists = noPaths): Partial<FileLists> =>
    Object.fromEntries(
      fileCategories.flatMap((category) => {
        const list = categoryLists[category];
        const remaining = stored[list].filter((path) => !now.current.removed.includes(path));
        const added = now.current.sent[category].map(({ done }) => done);
        return added.length > 0 || remaining.length < stored[list].length
          ? [[list, [...remaining, ...added]]]
          : [];
      }),
    );

  return {
    sent,
    changed,
    pending,
    removed,
    remove: (path: string) => setGone([...now.current.removed, path]),
    keep: (path: string) => setGone(now.current.removed.filter((other) => other !== path)),
    isReady,
    /** Save was pressed while uploads run. */
    isWaiting,
    lists,
    /** For `takeUp`. */
    draft: Object.fromEntries(
      fileCategories.map((one) => [one, sent[one].map(({ name, size, done }) => ({ name, size, done }))]),
    ),
    takeUp: (stored: unknown, keptAt: number) => {
      const files = DraftFiles.safeParse(stored);
      if (!files.success || timeNow() - keptAt > lifetime) return;
      for (const one of fileCategories) changed(one, files.data[one]);
    },
    isDirty: onTheirWay > 0 || removed.length > 0 || fileCategories.some((one) => sent[one].length > 0),
  };
}
