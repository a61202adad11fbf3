import { type KeyboardEvent, type ReactNode, useState } from "react";
import {
  changeImportRow,
  type DoubleChoice,
  decideImport,
  type ImportDetails,
  type ImportRow,
  importRows,
  type RowState,
} from "#features/imports/contract.ts";
import { mayChangeRows, takeBackUntil } from "#features/imports/rules.ts";
import { formatCount } from "#shared/formats/counts.ts";
import { formatDay, formatLongDay, manilaDay } from "#shared/formats/dates.ts";
import { useEndpointMutation, usePages } from "#web/data/calls.ts";
import { usePage } from "#web/data/use-page.ts";
import { QueryPending } from "#web/QueryPending.tsx";
import { Button } from "#web/ui/Button.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { Pager } from "#web/ui/lists/Pager.tsx";
import { Table } from "#web/ui/lists/Table.tsx";
import type { Column } from "#web/ui/lists/table-column.ts";
import { asOptions, choicesOf, choiceWords, rowTitles, unsureChoices } from "./import-words.ts";

const PAGE = 25;
const failed = "Failed to change the row";

/** The rows of one state, corrected or decided in place before the import. */
export function RowsByState({
  list,
  states,
  actions,
}: {
  list: ImportDetails;
  states: readonly RowState[];
  actions: ReactNode;
}) {
  const { figures } = list;
  const countOf = (state: RowState) => (figures as Record<string, number>)[state] ?? 0;
  const shown = states.filter((state) => countOf(state) > 0);
  const [chosen, setChosen] = useState<RowState | null>(null);
  const state = chosen !== null && shown.includes(chosen) ? chosen : shown[0];
  if (state === undefined) return null;
  return (
    <Section
      flush
      title={rowTitles[state]}
      note={<span className="text-sm text-ink-2">{formatCount(countOf(state))}</span>}
      actions={
        <>
          {shown.length > 1 && (
            <Select
              aria-label="Rows to show"
              className="md:w-auto"
              value={state}
              options={shown.map((one) => ({
                value: one,
                label: `${rowTitles[one]} (${formatCount(countOf(one))})`,
              }))}
              onChange={({ target }) => setChosen(target.value as RowState)}
            />
          )}
          {actions}
        </>
      }
      foot={<Foot list={list} state={state} />}
    >
      <Rows key={state} list={list} state={state} />
    </Section>
  );
}

function footWords(list: ImportDetails, state: RowState): string {
  const { createdAt, mapping } = list;
  if (state === "updated")
    return "What a record already had stayed as it was. Compare what differs, and correct the record if the list is right.";
  if (!mayChangeRows(list))
    return state === "stayed"
      ? mapping.kind === "patients"
        ? "These patients stay registered. What you no longer need is deleted or archived one by one."
        : "These consultations stay in their records."
      : "These rows were not imported. Download them, correct them and import them as a list of their own.";
  if (state === "here" || state === "twice")
    return `Chosen for all: ${choiceWords[mapping.kind][mapping.doubles]?.toLowerCase()}. A row can be decided otherwise.`;
  if (state === "skipped") return "Skipped rows are not imported, and stay in the list you can download.";
  return `Rows you leave as they are here are not imported, and stay in the list you can download. An import of today can be taken back until ${formatLongDay(manilaDay(takeBackUntil(createdAt)))}.`;
}

function Foot({ list, state }: { list: ImportDetails; state: RowState }) {
  const decide = useEndpointMutation(decideImport, {
    done: ({ decided }) => `${formatCount(decided)} rows decided`,
    failed: "Failed to decide the rows",
  });
  const isOpen = mayChangeRows(list);
  return (
    <>
      <span className="flex-1 basis-64 text-sm text-ink-2">{footWords(list, state)}</span>
      {isOpen && state === "look" && (
        <Select
          aria-label="Decide all who may be registered already"
          className="md:w-auto"
          value=""
          disabled={decide.isPending}
          placeholder="Decide all who may be here…"
          options={asOptions(unsureChoices[list.mapping.kind])}
          onChange={({ target }) =>
            target.value &&
            decide.mutate({ params: { id: String(list.id) }, body: { choice: target.value as DoubleChoice } })
          }
        />
      )}
    </>
  );
}

function Rows({ list, state }: { list: ImportDetails; state: RowState }) {
  const read = usePages(importRows, {
    params: { id: String(list.id) },
    query: { state, limit: String(PAGE) },
  });
  const page = usePage(read, `${list.id} ${state}`, PAGE);
  const isOpen = mayChangeRows(list);
  if (!page.rows)
    return (
      <QueryPending
        query={{ ...page, refetch: page.retry }}
        title="Failed to load the rows"
        skeleton={<SkeletonRows rows={5} initials={false} />}
      />
    );
  const columns: Column<ImportRow>[] = [
    {
      id: "row",
      header: "Row",
      width: "4.5rem",
      cell: ({ row }) => <span className="tabular-nums text-ink-2">{row}</span>,
    },
    {
      id: "patient",
      header: "Patient",
      width: "30%",
      cell: ({ patientName, birthday }) => (
        <span className="font-medium wrap-anywhere">
          {patientName ?? "(no name)"}
          {birthday && <span className="block text-xs font-normal text-ink-2">{formatDay(birthday)}</span>}
        </span>
      ),
    },
    { id: "problem", header: "Problem", cell: (row) => <Problem row={row} list={list} isOpen={isOpen} /> },
    ...(isOpen
      ? [
          {
            id: "decide",
            header: "What to do",
            width: "13rem",
            cell: (row: ImportRow) => <Decide row={row} list={list} />,
          },
        ]
      : []),
  ];
  return (
    <Table
      label={rowTitles[state] ?? "Rows"}
      columns={columns}
      rows={page.rows}
      rowKey={({ row }) => row}
      stale={page.isStale}
      empty={<p className="p-4 text-ink-2">Nothing here any more.</p>}
      card={(row) => (
        <div className="flex gap-3 px-4 py-3">
          <span className="min-w-10 shrink-0 tabular-nums text-ink-2">{row.row}</span>
          <div className="grid min-w-0 flex-1 gap-2">
            <p>
              <span className="font-medium wrap-anywhere">{row.patientName ?? "(no name)"}</span>
              {row.birthday && <span className="block text-sm text-ink-2">{formatDay(row.birthday)}</span>}
            </p>
            <Problem row={row} list={list} isOpen={isOpen} />
            {isOpen && <Decide row={row} list={list} />}
          </div>
        </div>
      )}
      foot={
        <Pager
          from={page.from}
          to={page.to}
          total={page.total}
          onPrevious={page.onPrevious}
          onNext={page.onNext}
          busy={page.isTurning}
        />
      }
    />
  );
}

/** The errors, each cell with its value to correct, or the possible match. */
function Problem({ row, list, isOpen }: { row: ImportRow; list: ImportDetails; isOpen: boolean }) {
  const { match, faults, reason } = row;
  return (
    <div className="grid gap-2">
      {faults.map(({ column, header, value, message }) => (
        <div key={`${column} ${message}`} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 flex-1 basis-44 text-sm">
            {header && <span className="text-ink-2">{header}: </span>}
            {message}
          </span>
          {isOpen && column !== null ? (
            <Correct list={list} row={row.row} {...{ column, header: header ?? "", value }} />
          ) : (
            value && <span className="text-sm text-ink-2 wrap-anywhere">{value}</span>
          )}
        </div>
      ))}
      {match && (
        <p className="text-sm">
          {match.isSure ? "Same as " : "May be "}
          <span className="font-medium wrap-anywhere">{match.patientName}</span>
          {match.birthday && `, born ${formatDay(match.birthday)}`}
          {match.row === null ? (match.admissionNo ? `, ${match.admissionNo}` : "") : `, in row ${match.row}`}
          {match.isArchived && ", archived"}
        </p>
      )}
      {reason && <p className="text-sm text-ink-2">{reason}</p>}
    </div>
  );
}

function Correct({
  list,
  row,
  column,
  header,
  value,
}: {
  list: ImportDetails;
  row: number;
  column: number;
  header: string;
  value: string;
}) {
  const change = useEndpointMutation(changeImportRow, { done: null, failed });
  const [typed, setTyped] = useState(value);
  const save = () => {
    if (typed === value || change.isPending) return;
    change.mutate({
      params: { id: String(list.id), row: String(row) },
      body: { cells: [{ column, value: typed }] },
    });
  };
  return (
    <TextInput
      aria-label={`${header} of row ${row}`}
      value={typed}
      disabled={change.isPending}
      className="md:w-44"
      onChange={({ target }) => setTyped(target.value)}
      onBlur={save}
      onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        save();
      }}
    />
  );
}

function Decide({ row, list }: { row: ImportRow; list: ImportDetails }) {
  const change = useEndpointMutation(changeImportRow, { done: null, failed });
  const choose = (choice: DoubleChoice | null) =>
    change.mutate({ params: { id: String(list.id), row: String(row.row) }, body: { choice } });
  if (row.match)
    return (
      <Select
        aria-label={`What to do with row ${row.row}`}
        value={row.choice ?? ""}
        disabled={change.isPending}
        placeholder={row.match.isSure ? "As chosen for all" : "Decide…"}
        options={asOptions(choicesOf(list.mapping.kind, row))}
        onChange={({ target }) => choose((target.value || null) as DoubleChoice | null)}
      />
    );
  return row.state === "skipped" ? (
    <Button size="sm" busy={change.isPending} onClick={() => choose(null)}>
      Include the Row
    </Button>
  ) : (
    <Button size="sm" busy={change.isPending} onClick={() => choose("skip")}>
      Skip the Row
    </Button>
  );
}
