import type { ComponentPropsWithRef } from "react";
import { isDoctor } from "#shared/permissions.ts";
import { useCurrentUser } from "#web/data/session.tsx";
import { Checkbox } from "#web/ui/inputs/Checkbox.tsx";

/** Marks a new entry of a record as confidential. Accepts the props of `register`. */
export function ConfidentialBox(props: Omit<ComponentPropsWithRef<"input">, "type" | "children">) {
  const user = useCurrentUser().data;
  return (
    <Checkbox
      {...props}
      label={
        user && isDoctor(user.role)
          ? "Confidential: only you can see this"
          : `Confidential: only you and the ${user?.doctors ? "doctors" : "clinic owner"} can see this`
      }
    />
  );
}
