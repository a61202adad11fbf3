import { type ComponentPropsWithRef, useId } from "react";
import { publicHost } from "#web/public-host.ts";
import { cx } from "#web/ui/cx.ts";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { usePhone } from "#web/ui/use-media.ts";

/** The clinic's subdomain, followed by the product's host: on a phone below it, where both would not fit. */
export function SubdomainInput(props: ComponentPropsWithRef<"input">) {
  const suffixId = useId();
  const phone = usePhone();
  return (
    <div className={phone ? "grid gap-1" : "flex"}>
      <TextInput
        {...props}
        aria-describedby={suffixId}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className={phone ? undefined : "relative rounded-r-none"}
      />
      <span
        id={suffixId}
        className={cx(
          "text-sm text-ink-2",
          !phone &&
            "-ml-px flex max-w-1/2 shrink-0 items-center rounded-r-md border border-line-control bg-sunk px-2.75",
        )}
      >
        <span className="truncate">.{publicHost()}</span>
      </span>
    </div>
  );
}
