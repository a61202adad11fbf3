export interface FileRules {
  /** Accepted extensions, without the dot: ["pdf", "jpg", "png"]. The server checks the bytes. */
  accept: readonly string[];
  /** Extensions that are accepted too, without being listed in words. */
  alsoAccept?: readonly string[] | undefined;
  /** Also accepts names without a known extension, whose bytes the server checks. */
  acceptName?: ((name: string) => boolean) | undefined;
  /** The limit of files. */
  max: number;
  /** Bytes of one file; 10 MB by default. */
  maxBytes?: number | undefined;
}

/** Thrown by an upload that the server refused: sending the file again would not help. */
export class RefusedFile extends Error {}

const TEN_MB = 10 * 1024 * 1024;

/** Short, for people: "188 kB", "14.2 MB". */
export function fileSize(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.max(1, Math.round(bytes / 1024))} kB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

const ending = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";

/** The file extension in upper case, four letters at most, for the icon. */
export const fileKind = (name: string): string => ending(name).slice(0, 4).toUpperCase() || "FILE";

/** The `accept` attribute of a file field. */
export const accepts = (endings: readonly string[]): string => endings.map((one) => `.${one}`).join(",");

/** For each file the reason why it cannot be added, or undefined. `already` counts toward the limit. */
export function refusals(
  files: readonly File[],
  { accept, alsoAccept = [], acceptName, max, maxBytes = TEN_MB }: FileRules,
  already: number,
): (string | undefined)[] {
  let free = max - already;
  return files.map((file) => {
    const isListed = [...accept, ...alsoAccept].includes(ending(file.name));
    if (!isListed && !acceptName?.(file.name)) {
      return `Only ${accept.map((one) => one.toUpperCase()).join(", ")}. Not added.`;
    }
    if (file.size > maxBytes) {
      return `Over ${Math.round(maxBytes / 1024 / 1024)}MB (${fileSize(file.size)}). Not added.`;
    }
    if (file.size === 0) return "The file is empty. Not added.";
    if (free <= 0) return `Only ${max} ${max === 1 ? "file" : "files"}. Not added.`;
    free -= 1;
    return undefined;
  });
}
