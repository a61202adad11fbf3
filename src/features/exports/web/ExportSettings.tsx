import { Archive, Download, PackageOpen } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import {
  addExport,
  cancelExport,
  type Export,
  FETCHED_WITHIN,
  linkExport,
  listExports,
  oneExport,
} from "#features/exports/contract.ts";
import { formatBytes } from "#shared/formats/bytes.ts";
import { counted, formatCount } from "#shared/formats/counts.ts";
import { formatInstant } from "#shared/formats/dates.ts";
import { useCall, useEndpointMutation, usePages } from "#web/data/calls.ts";
import { usePage } from "#web/data/use-page.ts";
import { EarlierList } from "#web/EarlierList.tsx";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { Progress } from "#web/ui/feedback/Progress.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { holdFocus } from "#web/ui/hold-focus.ts";
import { Checkbox } from "#web/ui/inputs/Checkbox.tsx";
import { ConfirmDialog } from "#web/ui/overlays/ConfirmDialog.tsx";
import { isAtWork } from "../rules.ts";
import { partWords, stateTones, stateWords } from "./export-words.ts";

const PAGE = 20;
const POLL = 1000;

/** The Export tab: everything the clinic has, as one file. */
export function ExportSettings() {
  const read = usePages(listExports, { query: { limit: String(PAGE) } }, { refetchOnMount: "always" });
  const page = usePage(read, "exports", PAGE);
  const newest = read.data?.pages[0]?.rows[0];
  const atWork = newest && isAtWork(newest) ? newest : null;
  return (
    <div ref={holdFocus} className="grid max-w-form grid-cols-[minmax(0,1fr)] gap-5">
      <MakeExport atWork={atWork} isKnown={read.data !== undefined} onEnd={() => void read.refetch()} />
      <EarlierList
        page={page}
        rowsOf={(rows) => rows.filter(({ id }) => id !== atWork?.id)}
        title="Earlier Exports"
        failed="Failed to load the exports"
        empty={
          <Empty
            icon={<PackageOpen />}
            title="Nothing exported yet"
            why="Exports you make are shown here, and who made them."
          />
        }
      >
        {(one) => <ExportLine key={one.id} one={one} />}
      </EarlierList>
    </div>
  );
}

function MakeExport({
  atWork,
  isKnown,
  onEnd,
}: {
  atWork: Export | null;
  isKnown: boolean;
  onEnd: () => void;
}) {
  const [hasPapers, setPapers] = useState(true);
  const make = useEndpointMutation(addExport, { done: null, failed: "Failed to start the export" });
  return (
    <Section title="Export the Whole Clinic">
      <p className="mb-3 text-ink-2">
        Everything your clinic has in Klinika as one ZIP file: to keep, to look things up without Klinika, or
        to move to another system.
      </p>
      <dl className="mb-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
        <dt className="font-medium">Tables</dt>
        <dd className="text-ink-2">
          Patients, visits, bills and all the rest, for Excel and other programs; records as FHIR too
        </dd>
        <dt className="font-medium">Files</dt>
        <dd className="text-ink-2">What was uploaded, in a folder for each patient</dd>
        <dt className="font-medium">Papers</dt>
        <dd className="text-ink-2">
          Consultations, prescriptions, full histories and referral letters as PDF
        </dd>
      </dl>
      <NoteBox tone="warn" className="mb-4">
        It contains the health data of all patients, including confidential entries. Keep it where only
        authorized people can open it.
      </NoteBox>
      {atWork ? (
        <AtWork key={atWork.id} listed={atWork} onEnd={onEnd} />
      ) : (
        <>
          <Checkbox
            checked={hasPapers}
            onChange={({ target }) => setPapers(target.checked)}
            label="With papers as PDF"
            className="mb-3"
          />
          <Button
            variant="primary"
            icon={<Archive />}
            busy={make.isPending}
            disabled={!isKnown}
            className="max-md:w-full"
            onClick={() => make.mutate({ body: { hasPapers } })}
          >
            Make an Export
          </Button>
          <p className="mt-2 text-sm text-ink-2">
            Without papers it takes minutes; 10,000 papers take about four more. You can go on working, are
            told when it is ready, and can download it for {FETCHED_WITHIN} hours.
          </p>
        </>
      )}
    </Section>
  );
}

/** Polls until it ends. */
function AtWork({ listed, onEnd }: { listed: Export; onEnd: () => void }) {
  const [asking, setAsking] = useState(false);
  const params = { id: String(listed.id) };
  const { data = listed } = useCall(oneExport, { params }, { pollEvery: POLL });
  const cancel = useEndpointMutation(cancelExport, {
    done: "Export cancelled",
    failed: "Failed to cancel the export",
  });
  const isOver = !isAtWork(data);
  const tell = useEffectEvent(onEnd);
  useEffect(() => {
    if (isOver) tell();
  }, [isOver]);
  const { part, done, total, problem } = data;
  return (
    <>
      <Progress label="Export" value={total === 0 ? undefined : done / total} />
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-56 text-sm text-ink-2" role="status">
          {part === null ? "Waiting to begin." : `${partWords(part)}.`}{" "}
          {total > 0 && `${formatCount(done)} of ${formatCount(total)} rows, files and papers. `}
          You can leave this page; the work goes on.
        </p>
        <Button className="max-md:w-full" onClick={() => setAsking(true)}>
          Cancel Export
        </Button>
      </div>
      {problem && (
        <NoteBox tone="warn" className="mt-3">
          {problem}
        </NoteBox>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Cancel this export?"
        description="What was made so far is removed. You can make a new one at any time."
        confirmLabel="Cancel Export"
        cancelLabel="Keep It"
        danger
        onConfirm={() =>
          cancel.mutateAsync({ params }).then(
            () => setAsking(false),
            () => undefined,
          )
        }
      />
    </>
  );
}

function ExportLine({ one }: { one: Export }) {
  const { id, state, bytes, patients, files, expiresAt, problem } = one;
  const [asking, setAsking] = useState(false);
  const params = { id: String(id) };
  const made = formatInstant(one.createdAt);
  const link = useEndpointMutation(linkExport, { done: null, failed: "Failed to download the export" });
  const remove = useEndpointMutation(cancelExport, {
    done: "Export removed",
    failed: "Failed to remove the export",
  });
  const download = () =>
    void link.mutateAsync({ params }).then(
      ({ address }) => window.location.assign(address),
      () => undefined,
    );
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-4 py-2.5 first:border-t-0">
      <span className="min-w-0 flex-1 basis-64">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {made}
          <Badge tone={stateTones[state]}>{stateWords[state]}</Badge>
        </span>
        <span className="block text-sm text-ink-2">
          {[
            bytes !== null && formatBytes(bytes),
            patients !== null && counted(patients, "patient"),
            files !== null && counted(files, "file"),
            !one.hasPapers && "without papers",
            one.createdByName,
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
        {state === "ready" && expiresAt && (
          <span className="block text-sm text-ink-2">Can be downloaded until {formatInstant(expiresAt)}</span>
        )}
        {problem && <span className="block text-sm text-bad">{problem}</span>}
      </span>
      {state === "ready" && (
        <span className="flex gap-2 max-md:w-full max-md:[&>*]:flex-1">
          <Button
            size="sm"
            className="max-md:min-h-touch"
            aria-label={`Remove the export of ${made}`}
            onClick={() => setAsking(true)}
          >
            Remove
          </Button>
          <Button
            size="sm"
            variant="primary"
            icon={<Download />}
            busy={link.isPending}
            className="max-md:min-h-touch"
            aria-label={`Download the export of ${made}`}
            onClick={download}
          >
            Download
          </Button>
        </span>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Remove this export?"
        description="The file can no longer be downloaded. The clinic's data stays as it is."
        confirmLabel="Remove"
        danger
        onConfirm={() =>
          remove.mutateAsync({ params }).then(
            () => setAsking(false),
            () => undefined,
          )
        }
      />
    </li>
  );
}
