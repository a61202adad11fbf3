import { useMemo } from "react";
import { type CustomField, customFields } from "#features/clinics/contract.ts";
import { useCall } from "#web/data/calls.ts";

const none: readonly CustomField[] = [];

/** The clinic's fields, read once. Where they cannot be read the forms go on without them; the server checks. */
export function useCustomFields() {
  const { data, isPending } = useCall(customFields, {});
  const all = data ?? none;
  const used = useMemo(() => all.filter(({ isActive }) => isActive), [all]);
  return { all, used, isPending };
}
