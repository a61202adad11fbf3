import { type ReactNode, useState } from "react";
import { type ImportDetails, type ListEncoding, listEncodings } from "#features/imports/contract.ts";
import { showFailure } from "#web/data/calls.ts";
import { Select } from "#web/ui/inputs/Select.tsx";
import { type Reading, sendList } from "./send-list.ts";

/** Another sheet, or letters written in another way, are read from the same file, while the page still has it. */
export function ReadAgain({
  list,
  file,
  onRead,
}: {
  list: ImportDetails;
  file: File | null;
  onRead: (id: number) => void;
}): ReactNode {
  const [isReading, setReading] = useState(false);
  if (!file) return null;
  const readAgain = async (reading: Reading) => {
    setReading(true);
    try {
      const { id } = await sendList(file, {}, { ...reading, replaces: String(list.id) });
      onRead(id);
    } catch (error) {
      const reason = error instanceof Error ? error.message : "The list was not read.";
      showFailure(error, reason);
      setReading(false);
    }
  };
  return (
    <>
      {list.sheets.length > 1 && (
        <Select
          aria-label="Sheet"
          value={list.sheet ?? ""}
          disabled={isReading}
          options={list.sheets}
          className="md:w-auto md:max-w-56"
          onChange={({ target }) => void readAgain({ sheet: target.value })}
        />
      )}
      {list.format === "csv" && list.encoding && (
        <Select
          aria-label="Letters such as ñ are written in"
          title="If letters such as ñ are wrong, choose another"
          value={list.encoding}
          disabled={isReading}
          options={listEncodings.map((value) => ({ value, label: `Letters: ${value}` }))}
          className="md:w-auto md:max-w-56"
          onChange={({ target }) => void readAgain({ encoding: target.value as ListEncoding })}
        />
      )}
    </>
  );
}
