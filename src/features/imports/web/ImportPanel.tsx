import { Check, ChevronLeft, Download, Undo2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import {
  exportImportFaults,
  type ImportDetails,
  type ImportMapping,
  mapImport,
  oneImport,
  removeImport,
  runImport,
  takeBackImport,
} from "#features/imports/contract.ts";
import { isAtWork, isBeforeImport, mayRun, mayTakeBack } from "#features/imports/rules.ts";
import { addPatient } from "#features/patients/contract.ts";
import { counted, formatCount } from "#shared/formats/counts.ts";
import { formatLongDay, manilaDay } from "#shared/formats/dates.ts";
import { callForFile } from "#web/data/api.ts";
import { isApiError } from "#web/data/api-error.ts";
import { showFailure, useCall, useEndpointMutation, useInvalidateChangedBy } from "#web/data/calls.ts";
import { saveFile } from "#web/printing/save-file.ts";
import { QueryPending } from "#web/QueryPending.tsx";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Figures } from "#web/ui/Figures.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { Progress } from "#web/ui/feedback/Progress.tsx";
import { SkeletonCard } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { ConfirmDialog } from "#web/ui/overlays/ConfirmDialog.tsx";
import { ImportColumns } from "./ImportColumns.tsx";
import { ReadAgain } from "./ReadAgain.tsx";
import { RowsByState } from "./RowsByState.tsx";
import { UnreadColumns } from "./UnreadColumns.tsx";

const POLL = 1000;

type Props = { id: number; file: File | null; onRead: (id: number) => void; onClose: () => void };

/** One list: its columns, its check, its import. */
export function ImportPanel(props: Props) {
  const params = { id: String(props.id) };
  const read = useCall(oneImport, { params });
  const { data } = read;
  const invalidate = useInvalidateChangedBy();
  const state = data?.state;
  const before = useRef(state);
  useEffect(() => {
    // Refetches what the job changed once it ends.
    if ((before.current === "running" || before.current === "taking-back") && !(data && isAtWork(data)))
      void invalidate(addPatient);
    before.current = state;
  }, [data, state, invalidate]);
  if (data)
    return (
      <>
        {isAtWork(data) && <Poll id={props.id} />}
        <OpenImport key={state === "checking" ? "checking" : "open"} {...props} list={data} />
      </>
    );
  const pending = <QueryPending query={read} title="Failed to load the list" skeleton={<SkeletonCard />} />;
  return read.error ? <Section className="max-w-form">{pending}</Section> : pending;
}

/** Polls while a job is running. */
function Poll({ id }: { id: number }) {
  useCall(oneImport, { params: { id: String(id) } }, { pollEvery: POLL });
  return null;
}

function OpenImport({ list, file, onRead, onClose }: Props & { list: ImportDetails }) {
  const params = { id: String(list.id) };
  const [mapping, setMapping] = useState<ImportMapping>(list.mapping);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [asking, setAsking] = useState<"cancel" | "take back" | null>(null);
  const map = useEndpointMutation(mapImport, { done: null, failed: null });
  const run = useEndpointMutation(runImport, { done: null, failed: "Failed to start the import" });
  const takeBack = useEndpointMutation(takeBackImport, {
    done: null,
    failed: "Failed to take the import back",
  });
  const remove = useEndpointMutation(removeImport, {
    done: null,
    failed: "Failed to remove the list",
  });
  const { state, figures, columns } = list;
  const isOpen = isBeforeImport(list) && !isAtWork(list);
  const isChanged = JSON.stringify(mapping) !== JSON.stringify(list.mapping);
  const areDoublesUsed = mapping.doubles !== "skip";
  const count = figures.new + (areDoublesUsed ? figures.here + figures.twice : figures.chosen);

  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The first refused column; for a missing column, the first one.
    if (Object.keys(problems).length === 0) return;
    const find = (selector: string) => area.current?.querySelector<HTMLElement>(selector);
    (find("[aria-invalid]") ?? find("[data-columns] select"))?.focus();
  }, [problems]);

  const check = async (sent = mapping) => {
    setProblems({});
    setMapping(sent);
    try {
      await map.mutateAsync({ params, body: sent });
    } catch (caught) {
      if (isApiError(caught) && caught.body.fields) setProblems(caught.body.fields);
      else showFailure(caught, "Failed to check the list");
    }
  };

  return (
    <div ref={area} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <Button variant="link" icon={<ChevronLeft />} onClick={onClose} className="mb-1">
            All lists
          </Button>
          <h2 className="text-lg font-strong wrap-anywhere">{list.fileName}</h2>
          <p className="text-ink-2">
            {list.sheet && `Sheet “${list.sheet}” · `}
            {formatCount(figures.rows)} rows
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2 max-md:w-full max-md:[&>*]:flex-1">
          {isOpen && (
            <Button variant="ghost" onClick={() => setAsking("cancel")}>
              Cancel Import
            </Button>
          )}
          {mayTakeBack(list) && (
            <Button icon={<Undo2 />} onClick={() => setAsking("take back")}>
              Take Back
            </Button>
          )}
          {isOpen && (state === "mapping" || isChanged) && (
            <Button variant="primary" busy={map.isPending} busyLabel="Checking…" onClick={() => void check()}>
              {state === "mapping" ? "Check the List" : "Check Again"}
            </Button>
          )}
          {mayRun(list) && !isChanged && (
            <Button
              variant="primary"
              icon={<Check />}
              disabled={count === 0}
              busy={run.isPending}
              onClick={() => run.mutate({ params })}
            >
              {`Import ${counted(count, mapping.kind === "patients" ? "Patient" : "Consultation")}`}
            </Button>
          )}
        </div>
      </div>
      <Steps state={state} />
      {list.problem && <NoteBox tone="warn">{list.problem}</NoteBox>}
      {isOpen && list.leftOut && <NoteBox tone="info">{list.leftOut}</NoteBox>}
      {isAtWork(list) && <AtWork list={list} />}
      {state === "checked" && (
        <Figures
          items={[
            { label: "Will be added", value: formatCount(figures.new) },
            {
              label: "Already here",
              value: formatCount(figures.here),
              note: doubleNotes[list.mapping.kind][list.mapping.doubles],
            },
            {
              label: "Twice in the list",
              value: formatCount(figures.twice),
              note: doubleNotes[list.mapping.kind][list.mapping.doubles],
            },
            {
              label: "Need a look",
              value: figures.look > 0 ? <span className="text-warn">{formatCount(figures.look)}</span> : "0",
              note: figures.faults > 0 ? `in ${counted(figures.faults, "cell")}` : undefined,
            },
          ]}
        />
      )}
      {(state === "done" || state === "taken-back") && <Result list={list} />}
      {isOpen && (
        <ImportColumns
          columns={columns}
          mapping={mapping}
          guesses={list.guesses}
          problems={problems}
          onChange={setMapping}
          aside={<ReadAgain list={list} file={file} onRead={onRead} />}
        />
      )}
      {state === "checked" && !isChanged && list.unread.length > 0 && (
        <UnreadColumns
          list={list}
          isBusy={map.isPending}
          onChoose={(columns) => void check({ ...mapping, toRemarks: [...mapping.toRemarks, ...columns] })}
        />
      )}
      {state === "checked" && !isChanged && (
        <RowsByState
          list={list}
          states={["look", "here", "twice", "skipped"]}
          actions={<DownloadRows id={list.id} />}
        />
      )}
      {(state === "done" || state === "taken-back") && (
        <RowsByState
          list={list}
          states={["stayed", "look", "here", "twice", "skipped", "updated"]}
          actions={<DownloadRows id={list.id} />}
        />
      )}
      <ConfirmDialog
        open={asking === "cancel"}
        onClose={() => setAsking(null)}
        title="Cancel this import?"
        description="The list and what you corrected in it are removed. Nothing was imported."
        confirmLabel="Remove the List"
        cancelLabel="Keep It"
        danger
        onConfirm={() => remove.mutateAsync({ params }).then(onClose, () => undefined)}
      />
      <ConfirmDialog
        open={asking === "take back"}
        onClose={() => setAsking(null)}
        title="Take this import back?"
        description={takeBackWords(list)}
        confirmLabel="Take Back"
        danger
        onConfirm={() =>
          takeBack.mutateAsync({ params }).then(
            () => setAsking(null),
            () => undefined,
          )
        }
      />
    </div>
  );
}

function takeBackWords({ figures: { added, updated }, mapping }: ImportDetails): string {
  if (mapping.kind === "consultations")
    return `${counted(added, "added consultation is", "added consultations are")} removed. Those with an addendum stay, and you see which.`;
  const parts = [
    added > 0 && `${counted(added, "added patient is", "added patients are")} deleted`,
    updated > 0 && `what was filled for ${counted(updated, "other")} is emptied`,
  ];
  const all = parts.filter(Boolean).join(", and ");
  return `${all ? `${all[0]?.toUpperCase()}${all.slice(1)}. ` : ""}Patients who were changed since or have entries stay, and you see which.`;
}

const doubleNotes = {
  patients: { skip: "skipped", update: "empty fields filled", keep: "added again" },
  consultations: { skip: "skipped", update: "skipped", keep: "added again" },
} as const;

const steps = ["Columns", "Check", "Import"] as const;

function Steps({ state }: { state: ImportDetails["state"] }) {
  const now = state === "mapping" ? 0 : state === "checking" || state === "checked" ? 1 : 2;
  return (
    <ol className="grid grid-cols-3 gap-2">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === now ? "step" : undefined}
          className={cx(
            "border-t-3 pt-2 text-sm font-medium",
            index <= now ? "border-brand-ring" : "border-line-strong text-ink-2",
            index === now && "text-brand-text",
          )}
        >
          {index + 1} {step}
        </li>
      ))}
    </ol>
  );
}

const workWords = { checking: "Checking", running: "Importing", "taking-back": "Taking back" } as const;

function AtWork({ list: { state, progress, figures } }: { list: ImportDetails }) {
  const words = workWords[state as keyof typeof workWords];
  const all =
    state === "checking"
      ? figures.rows
      : state === "running"
        ? Math.max(progress, figures.new + figures.added + figures.updated)
        : Math.max(progress, figures.added + figures.updated + figures.takenBack + figures.stayed);
  return (
    <Section title={`${words} the list`}>
      <Progress label={words} value={all === 0 ? undefined : progress / all} />
      <p className="mt-2 text-sm text-ink-2" role="status">
        {formatCount(progress)} of {formatCount(all)} rows. You can leave this page; the work goes on.
      </p>
    </Section>
  );
}

function Result({ list }: { list: ImportDetails }) {
  const { figures, state, takeBackUntil } = list;
  const isBack = state === "taken-back";
  return (
    <>
      {!list.problem && (
        <NoteBox tone={figures.stayed > 0 ? "warn" : "ok"} role="status">
          {isBack
            ? figures.stayed === 0
              ? "The import was taken back."
              : `The import was taken back, but for the ${list.mapping.kind} below.`
            : `The import is done. You can take it back until ${takeBackUntil ? formatLongDay(manilaDay(new Date(takeBackUntil))) : ""}.`}
        </NoteBox>
      )}
      <Figures
        items={
          isBack
            ? [
                { label: "Taken back", value: formatCount(figures.takenBack) },
                { label: "Stayed", value: formatCount(figures.stayed) },
              ]
            : [
                { label: "Added", value: formatCount(figures.added) },
                ...(list.mapping.kind === "patients"
                  ? [{ label: "Filled", value: formatCount(figures.updated) }]
                  : []),
                {
                  label: "Left out",
                  value: formatCount(figures.here + figures.twice + figures.look + figures.skipped),
                },
              ]
        }
      />
    </>
  );
}

function DownloadRows({ id }: { id: number }) {
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    try {
      const { file, name } = await callForFile(exportImportFaults, { params: { id: String(id) } });
      saveFile(file, name);
    } catch (error) {
      showFailure(error, "Failed to download the list");
    } finally {
      setSaving(false);
    }
  };
  return (
    <Button size="sm" icon={<Download />} busy={isSaving} onClick={() => void save()}>
      Download the List
    </Button>
  );
}
