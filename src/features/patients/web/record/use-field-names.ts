import { useQueryClient } from "@tanstack/react-query";
import { type CustomField, customFields } from "#features/clinics/contract.ts";
import type { ApiError } from "#web/data/api-error.ts";
import { queryKeyOf } from "#web/data/calls.ts";
import { withFormKeys } from "../form/custom-field-values.ts";

/**
 * Replaces field keys in a refusal by the custom fields' labels. If it names a field that this browser does not
 * know, the owner has just added it: the fields are refetched first.
 */
export function useFieldNames(): (error: ApiError) => Promise<ApiError> {
  const queries = useQueryClient();
  const key = [...queryKeyOf(customFields), {}];
  return async (error) => {
    const isAbout = Object.keys(error.fields).filter((name) => name.startsWith("customFields."));
    if (isAbout.length === 0) return error;
    const known = () => queries.getQueryData<CustomField[]>(key) ?? [];
    const names = new Set(known().map(({ fieldName }) => `customFields.${fieldName}`));
    // oxlint-disable-next-line no-restricted-properties -- another user changed the fields
    if (isAbout.some((name) => !names.has(name))) await queries.invalidateQueries({ queryKey: key });
    return withFormKeys(error, known());
  };
}
