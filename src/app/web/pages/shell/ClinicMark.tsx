import { HeartPulse } from "lucide-react";
import { useState } from "react";
import type { CurrentUser } from "#features/accounts/contract.ts";
import { cx } from "#web/ui/cx.ts";

/** The clinic's logo, or a fallback icon on its color, or `onBrand` in it. */
export function ClinicMark({
  clinic,
  small,
  onBrand,
}: {
  clinic: CurrentUser["clinic"];
  small?: boolean;
  onBrand?: boolean;
}) {
  const [failed, setFailed] = useState<string | null>(null);
  const size = small ? "size-7" : "size-8";
  if (clinic?.logoUrl && failed !== clinic.logoUrl)
    return (
      <img
        src={clinic.logoUrl}
        alt=""
        onError={() => setFailed(clinic.logoUrl)}
        className={cx(size, "shrink-0 rounded-md bg-surface object-contain")}
      />
    );
  return (
    <span
      aria-hidden="true"
      className={cx(
        size,
        "grid shrink-0 place-items-center rounded-md",
        onBrand ? "bg-surface text-brand-text" : "bg-brand text-brand-on",
      )}
    >
      <HeartPulse className="size-4.5" />
    </span>
  );
}
