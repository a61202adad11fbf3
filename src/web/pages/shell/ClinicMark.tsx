import { HeartPulse } from "lucide-react";
import { useState } from "react";
import type { CurrentUser } from "#features/accounts/contract.ts";
import { cx } from "#web/ui/cx.ts";

/** The clinic's logo, or a fallback icon on its colour. */
export function ClinicMark({ clinic, small }: { clinic: CurrentUser["clinic"]; small?: boolean }) {
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
      className={cx(size, "grid shrink-0 place-items-center rounded-md bg-brand text-brand-on")}
    >
      <HeartPulse className="size-4.5" />
    </span>
  );
}
