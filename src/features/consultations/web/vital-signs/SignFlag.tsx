import { CircleAlert, TriangleAlert } from "lucide-react";
import type { Flag } from "#shared/clinical/vital-sign-flags.ts";
import { cx } from "#web/ui/cx.ts";

const looks = {
  amber: { Icon: TriangleAlert, className: "text-warn" },
  red: { Icon: CircleAlert, className: "font-medium text-bad" },
};

/** A value's flag in words; "normal" is less prominent. */
export function SignFlag({ flag, small = false }: { flag: Flag | undefined; small?: boolean }) {
  if (!flag) return null;
  if (flag.level === "ok") return <span className="text-sm/4.5 text-ink-2">Within normal range</span>;
  const { Icon, className } = looks[flag.level];
  return (
    <span
      className={cx(
        "flex items-start gap-1.5",
        small ? "text-xs/4 whitespace-nowrap" : "text-sm/4.5",
        className,
      )}
    >
      <Icon className="mt-px shrink-0" />
      {flag.text}
    </span>
  );
}
