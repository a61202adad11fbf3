import { useState } from "react";
import { initials } from "#shared/formats/names.ts";
import { cx } from "./cx.ts";

const sizes = {
  28: "size-7 text-[0.65625rem]",
  32: "size-8 text-2xs",
  36: "size-9 text-xs",
  44: "size-11 text-md",
  52: "size-13 text-lg",
};

/** Two letters instead of a picture. Patients are folder tabs, users are circles; the name is next to it. */
export function Initials({
  name,
  of,
  size = 36,
  brand,
  src,
}: {
  name: string;
  of: "patient" | "user";
  size?: keyof typeof sizes | undefined;
  /** The signed-in user's own circle. */
  brand?: boolean | undefined;
  /** A photo that replaces the letters if it can be shown. */
  src?: string | null | undefined;
}) {
  const [broken, setBroken] = useState<string | null>(null);
  const shape = of === "patient" ? "rounded-[8px_8px_8px_2px] inset-ring-1 inset-ring-line" : "rounded-full";
  if (src && src !== broken)
    return (
      <img
        src={src}
        alt=""
        decoding="async"
        onError={() => setBroken(src)}
        className={cx("shrink-0 object-cover", sizes[size], shape)}
      />
    );
  return (
    <span
      aria-hidden="true"
      className={cx(
        "grid shrink-0 place-items-center font-strong tracking-[0.02em]",
        sizes[size],
        shape,
        brand ? "bg-brand text-brand-on" : "bg-sunk text-ink-2",
      )}
    >
      {initials(name)}
    </span>
  );
}
