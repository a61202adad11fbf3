import type { FieldValues, UseFormReturn } from "react-hook-form";
import {
  addPregnancy,
  changePregnancy,
  type Pregnancy,
  type PregnancyChanges,
} from "#features/pregnancies/contract.ts";
import { isApiError } from "#web/data/api-error.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { applyServerFields } from "#web/forms/form.ts";

/** Creates a row, or changes the given one; calls `onClose` once it is saved, and shows refusals at their fields. */
export function useSavePregnancy<V extends FieldValues, T>(
  form: UseFormReturn<V, unknown, T>,
  { patientId, row, onClose }: { patientId: number; row: Pregnancy | null; onClose: () => void },
): (body: PregnancyChanges) => Promise<void> {
  const options = {
    done: ({ state }: Pick<Pregnancy, "state">) =>
      state === "entered_in_error" ? "Marked as recorded by mistake" : "Pregnancy saved",
    failed: { title: "Error", fallback: "Failed to save the pregnancy" },
  };
  const add = useEndpointMutation(addPregnancy, options);
  const change = useEndpointMutation(changePregnancy, { ...options, invalidatesOnError: true });
  const id = String(patientId);
  return async ({ state, ...body }) => {
    try {
      if (row)
        await change.mutateAsync({
          params: { id, rowId: String(row.id) },
          body: { ...body, ...(state && { state }) },
          ifMatch: row.version,
        });
      else await add.mutateAsync({ params: { id }, body });
      onClose();
    } catch (error) {
      if (isApiError(error)) applyServerFields(form, error);
    }
  };
}
