import { type ComponentPropsWithRef, useId } from "react";
import { publicHost } from "#web/public-host.ts";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";

/** The clinic's subdomain, followed by the product's host. */
export function SubdomainInput(props: ComponentPropsWithRef<"input">) {
  const suffixId = useId();
  return (
    <div className="flex">
      <TextInput
        {...props}
        aria-describedby={suffixId}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="relative rounded-r-none"
      />
      <span
        id={suffixId}
        className="-ml-px flex max-w-1/2 shrink-0 items-center rounded-r-md border border-line-control bg-sunk px-2.75 text-sm text-ink-2"
      >
        <span className="truncate">.{publicHost()}</span>
      </span>
    </div>
  );
}
