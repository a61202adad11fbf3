import { FileSpreadsheet } from "lucide-react";
import { useState } from "react";
import { addImport, type Import, listImports, MAX_IMPORT_BYTES } from "#features/imports/contract.ts";
import { formatCount } from "#shared/formats/counts.ts";
import { formatInstant } from "#shared/formats/dates.ts";
import { useInvalidateChangedBy, usePages } from "#web/data/calls.ts";
import { usePage } from "#web/data/use-page.ts";
import { EarlierList } from "#web/EarlierList.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { holdFocus } from "#web/ui/hold-focus.ts";
import { FileDrop } from "#web/ui/inputs/FileDrop.tsx";
import { ImportPanel } from "./ImportPanel.tsx";
import { stateWords } from "./import-words.ts";
import { sendList } from "./send-list.ts";

const PAGE = 20;

/** The open list, with its file while the page still has it, from which it can be read again. */
type Open = { id: number; file: File | null };

/** The Import tab: a list of patients from another program, step by step, and earlier imports. */
export function ImportSettings() {
  const [open, setOpen] = useState<Open | null>(null);
  return (
    <div ref={holdFocus}>
      {open ? (
        <ImportPanel
          key={open.id}
          id={open.id}
          file={open.file}
          onRead={(id) => setOpen({ id, file: open.file })}
          onClose={() => setOpen(null)}
        />
      ) : (
        <div className="grid max-w-form grid-cols-[minmax(0,1fr)] gap-5">
          <ChooseList onRead={setOpen} />
          <EarlierImports onOpen={(id) => setOpen({ id, file: null })} />
        </div>
      )}
    </div>
  );
}

function ChooseList({ onRead }: { onRead: (open: Open) => void }) {
  const invalidate = useInvalidateChangedBy();
  return (
    <Section title="Import Patients">
      <p className="mb-3 text-ink-2">
        From the list of another program. You see how each column is read and what needs a look before
        anything is imported, and can take an import back for 30 days.
      </p>
      <FileDrop
        label="Patient list"
        hint="XLSX, CSV or FHIR (JSON) up to 20MB and 50,000 rows"
        accept={["xlsx", "csv", "txt", "json", "ndjson"]}
        max={1}
        maxBytes={MAX_IMPORT_BYTES}
        value={[]}
        onChange={([sent]) => {
          if (!sent) return;
          void invalidate(addImport);
          onRead({ id: sent.done.id, file: sent.file ?? null });
        }}
        upload={sendList}
      />
    </Section>
  );
}

function EarlierImports({ onOpen }: { onOpen: (id: number) => void }) {
  const read = usePages(listImports, { query: { limit: String(PAGE) } }, { refetchOnMount: "always" });
  const page = usePage(read, "imports", PAGE);
  return (
    <EarlierList
      page={page}
      title="Earlier Lists"
      failed="Failed to load the lists"
      empty={
        <Empty
          icon={<FileSpreadsheet />}
          title="Nothing imported yet"
          why="Lists you import are shown here, and can be taken back."
        />
      }
    >
      {(one) => <ImportLine key={one.id} one={one} onOpen={onOpen} />}
    </EarlierList>
  );
}

const ImportLine = ({ one, onOpen }: { one: Import; onOpen: (id: number) => void }) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2.5 first:border-t-0">
    <span className="min-w-0 flex-1 basis-56">
      <span className="block font-medium wrap-anywhere">{one.fileName}</span>
      <span className="block text-sm text-ink-2">
        {stateWords[one.state]} · {formatCount(one.figures.rows)} rows · {formatInstant(one.createdAt)}
        {one.createdByName && ` · ${one.createdByName}`}
      </span>
    </span>
    <Button
      size="sm"
      aria-label={`Open ${one.fileName}`}
      className="max-md:min-h-touch"
      onClick={() => onOpen(one.id)}
    >
      Open
    </Button>
  </li>
);
