import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import {
  type CustomField,
  type CustomFieldChanges,
  changeCustomField,
  customFields,
} from "#features/clinics/contract.ts";
import { queryKeyOf, useEndpointMutation } from "#web/data/calls.ts";

/**
 * Changes without a dialog: position, Required, Use Again. Optimistic: the list shows them before the server
 * responds.
 */
export function useCustomFieldActions(fields: readonly CustomField[]) {
  const queries = useQueryClient();
  const [announced, announce] = useState("");
  const send = useEndpointMutation(changeCustomField, {
    done: null,
    failed: "Failed to save the custom field",
    inOrder: true,
  });
  const listKey = [...queryKeyOf(customFields), {}];
  // Read from the cache, because a second press can come before the first is rendered.
  const shown = () => queries.getQueryData<CustomField[]>(listKey) ?? [...fields];
  const show = (next: CustomField[]) => {
    // A refetch in progress would restore the previous list.
    void queries.cancelQueries({ queryKey: queryKeyOf(customFields) }, { revert: false });
    queries.setQueryData(listKey, next);
  };
  const save = (field: CustomField, body: CustomFieldChanges) =>
    send.mutate({ params: { id: String(field.id) }, body });

  // A row that moves in the document loses the focus; the next press should move it again.
  const moved = useRef<string | null>(null);
  useEffect(() => {
    if (!moved.current) return;
    document.querySelector<HTMLElement>(`[data-move="${moved.current}"]`)?.focus();
    moved.current = null;
  });

  return {
    /** The announcement for a screen reader. */
    announced,
    change: (field: CustomField, body: Pick<CustomFieldChanges, "isRequired" | "isActive">) => {
      show(shown().map((known) => (known.id === field.id ? { ...known, ...body } : known)) as CustomField[]);
      save(field, body);
    },
    /** Past the next active field; inactive ones have no visible position. */
    move: (field: CustomField, by: 1 | -1) => {
      const all = shown();
      const used = all.filter(({ isActive }) => isActive);
      const moving = used.find(({ id }) => id === field.id);
      const passed = moving && used[used.indexOf(moving) + by];
      if (!passed) return;
      const place = all.indexOf(passed);
      const next = all.filter((known) => known !== moving);
      next.splice(place, 0, moving);
      moved.current = `${field.id} ${by}`;
      show(next);
      announce(`${field.fieldName} is now ${used.indexOf(passed) + 1} of ${used.length}`);
      save(field, { displayOrder: place + 1 });
    },
  };
}
