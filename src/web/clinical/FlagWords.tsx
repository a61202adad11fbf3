import type { Flag } from "#shared/clinical/vital-sign-flags.ts";
import { cx } from "#web/ui/cx.ts";

/** The flag of an out-of-range value, in words; nothing for others. */
export function FlagWords({ flag }: { flag: Flag | null | undefined }) {
  if (!flag || flag.level === "ok") return null;
  return (
    <span className={cx("block text-sm", flag.level === "red" ? "font-medium text-bad" : "text-warn")}>
      {flag.text}
    </span>
  );
}
