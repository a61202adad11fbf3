import { useMemo } from "react";
import { type CustomField, customFields } from "#features/clinics/contract.ts";
import { useCall } from "#web/data/calls.ts";

const none: readonly CustomField[] = [];

/** The clinic's fields, read once. If they fail to load, the forms work without them; the server validates. */
export function useCustomFields() {
  const { data, isPending } = useCall(customFields, {});
  const all = data ?? none;
  const used = useMemo(() => all.filter(({ isActive }) => isActive), [all]);
  return { all, used, isPending };
}
