import type { FileCategory, PatientFile } from "#features/files/contract.ts";
import { formatDay, manilaDay } from "#shared/formats/dates.ts";
import { fileSize } from "#web/ui/inputs/file-rules.ts";

/** The tabs' names. */
export const categoryNames: Record<FileCategory, string> = {
  laboratory: "Lab Results",
  imaging: "Imaging",
  other: "Other Files",
};

/** "Nov 19, 2026 · 214 kB · Marites Bañez". */
export const aboutFile = ({ uploadedAt, size, uploadedByName }: PatientFile): string =>
  [formatDay(manilaDay(new Date(uploadedAt))), fileSize(size), uploadedByName].filter(Boolean).join(" · ");
