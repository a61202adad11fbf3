import type { ComponentPropsWithRef } from "react";
import { useCurrentUser } from "#web/data/session.tsx";
import { Checkbox } from "#web/ui/inputs/Checkbox.tsx";

/** Marks a new entry of a record as confidential. Accepts the props of `register`. */
export function ConfidentialBox(props: Omit<ComponentPropsWithRef<"input">, "type" | "children">) {
  const isOwner = useCurrentUser().data?.role === "owner";
  return (
    <Checkbox
      {...props}
      label={
        isOwner
          ? "Confidential: only you can see this"
          : "Confidential: only you and the clinic owner can see this"
      }
    />
  );
}
