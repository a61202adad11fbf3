import { type ReactNode, useState } from "react";
import { type ImportDetails, removeImport } from "#features/imports/contract.ts";
import { showFailure, useEndpointMutation } from "#web/data/calls.ts";
import { Select } from "#web/ui/inputs/Select.tsx";
import { sendList } from "./send-list.ts";

/** Another sheet is read from the same file, while the page still has it. */
export function SheetChoice({
  list,
  file,
  onSheet,
}: {
  list: ImportDetails;
  file: File | null;
  onSheet: (id: number) => void;
}): ReactNode {
  const [isReading, setReading] = useState(false);
  const remove = useEndpointMutation(removeImport, { done: null, failed: null });
  if (!file || list.sheets.length < 2) return null;
  const choose = async (sheet: string) => {
    setReading(true);
    try {
      const { id } = await sendList(file, {}, sheet);
      remove.mutate({ params: { id: String(list.id) } });
      onSheet(id);
    } catch (error) {
      const reason = error instanceof Error ? error.message : "The sheet was not read.";
      showFailure(error, { title: "Error", fallback: reason });
      setReading(false);
    }
  };
  return (
    <Select
      aria-label="Sheet"
      value={list.sheet ?? ""}
      disabled={isReading}
      options={list.sheets}
      className="max-w-56"
      onChange={({ target }) => void choose(target.value)}
    />
  );
}
