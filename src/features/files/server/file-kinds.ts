import { categoryEndings, type FileCategory } from "#features/files/contract.ts";
import { endingOf } from "#server/storage/file-name.ts";

type Kind = {
  endings: readonly string[];
  /** MIME type that it is stored and sent as. */
  type: string;
  /** Whether browsers display it; other types are always downloaded. */
  isShown: boolean;
};

/** All file types a clinic may store, detected from their bytes; see `recognise`. */
export const fileKinds = {
  pdf: { endings: ["pdf"], type: "application/pdf", isShown: true },
  jpeg: { endings: ["jpg", "jpeg"], type: "image/jpeg", isShown: true },
  png: { endings: ["png"], type: "image/png", isShown: true },
  dicom: { endings: ["dcm"], type: "application/dicom", isShown: false },
  doc: { endings: ["doc"], type: "application/msword", isShown: false },
  docx: {
    endings: ["docx"],
    type: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    isShown: false,
  },
} as const satisfies Record<string, Kind>;
export type FileKind = keyof typeof fileKinds;

const kinds = Object.entries<Kind>(fileKinds) as [FileKind, Kind][];

/** The kind of a name's extension; null for an unknown one, or none. */
export const kindByEnding = (name: string): FileKind | null =>
  kinds.find(([, { endings }]) => endings.includes(endingOf(name)))?.[0] ?? null;

export const isShownInPlace = (type: string) => kinds.some(([, kind]) => kind.type === type && kind.isShown);

/** Whether a category takes files of a stored type. */
export const takes = (category: FileCategory, type: string) =>
  kinds.some(
    ([, kind]) =>
      kind.type === type && kind.endings.some((ending) => categoryEndings[category].includes(ending)),
  );

/** `PDF, JPG, JPEG or PNG`, for messages. */
export function endingsInWords(category?: FileCategory): string {
  const endings = category ? categoryEndings[category] : kinds.flatMap(([, kind]) => kind.endings);
  const upper = endings.map((ending) => ending.toUpperCase());
  return `${upper.slice(0, -1).join(", ")} or ${upper.at(-1)}`;
}
