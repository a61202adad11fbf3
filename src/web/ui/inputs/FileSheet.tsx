import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import { fileKind } from "./file-rules.ts";

const darkKinds = ["DCM", "DICO", "JPG", "JPEG", "PNG"];

/** A file as a little sheet with its corner cut and its type on it, dark for pictures; over it, its thumbnail. */
export function FileSheet({ name, children }: { name: string; children?: ReactNode }) {
  const kind = fileKind(name);
  return (
    <span
      aria-hidden="true"
      className={cx(
        "relative grid h-9.5 w-8 shrink-0 items-end justify-items-center overflow-hidden rounded-[3px_8px_3px_3px] pb-1.25 text-[0.59375rem]/none font-strong",
        darkKinds.includes(kind)
          ? "bg-film text-white"
          : "bg-sunk text-ink-2 inset-ring-1 inset-ring-line-strong",
      )}
    >
      {kind}
      {children}
    </span>
  );
}
