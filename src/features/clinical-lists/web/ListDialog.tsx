import { ListPlus, Pencil } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ConfidentialBadge } from "#web/clinical/ConfidentialBadge.tsx";
import { DialogPatient } from "#web/clinical/DialogPatient.tsx";
import { usePatient } from "#web/clinical/use-patient.ts";
import type { ApiError } from "#web/data/api-error.ts";
import { QueryPending } from "#web/QueryPending.tsx";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { type RowField, RowForm, type Typed } from "./RowForm.tsx";

export type ListDialogProps = { patientId: number; onClose: () => void };

/** A row as the dialog shows it. */
export type ListedRow = {
  key: string;
  name: string;
  isConfidential?: boolean;
  /** Under the name. */
  detail: string;
  /** No longer current: drawn fainter. */
  isOver: boolean;
  isBad?: boolean;
  /** The row's action, done with one press. */
  acts: readonly { label: string; onPress: () => void }[];
  /** Edit's initial values; without them the row cannot be edited here. */
  typed?: Typed | undefined;
  onSave?: (typed: Typed) => Promise<unknown>;
  /** Marks it as recorded by mistake. */
  onMistake?: (() => void) | undefined;
};

type Read = { data: unknown; error: ApiError | null; refetch: () => unknown; isFetching: boolean };

/** One list of a patient: rows are added with Enter, and edited one by one. */
export function ListDialog({
  title,
  patientId,
  read,
  rows,
  fields,
  blank,
  one,
  empty,
  onAdd,
  onClose,
  children,
}: {
  title: string;
  patientId: number;
  read: Read;
  rows: readonly ListedRow[];
  fields: readonly RowField[];
  blank: Typed;
  /** "allergy", for the buttons. */
  one: string;
  empty: ReactNode;
  onAdd: (typed: Typed) => Promise<unknown>;
  onClose: () => void;
  /** Between the fields and the rows. */
  children?: ReactNode;
}) {
  const patient = usePatient(patientId).data;
  // The row as it was when it was opened: other users' changes are not overwritten.
  const [edited, setEdited] = useState<ListedRow | null>(null);
  const current = rows.filter(({ isOver }) => !isOver);
  const over = rows.filter(({ isOver }) => isOver);
  const listed = (row: ListedRow) =>
    row.key === edited?.key && edited.typed && edited.onSave ? (
      <li key={row.key} className="border-t border-line bg-sunk px-4 py-3 first:border-t-0 md:px-5">
        <RowForm
          label={`Change ${row.name}`}
          fields={fields}
          initial={edited.typed}
          save="Save"
          takesFocus
          onSave={async (typed) => {
            await edited.onSave?.(typed);
            setEdited(null);
          }}
          onCancel={() => setEdited(null)}
          more={
            row.onMistake && (
              <Button
                size="sm"
                variant="ghost"
                onClick={() => {
                  setEdited(null);
                  row.onMistake?.();
                }}
              >
                Entered in Error
              </Button>
            )
          }
        />
      </li>
    ) : (
      <Row key={row.key} row={row} onEdit={() => setEdited(row)} />
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="lg"
      patient={patient && <DialogPatient patient={patient} />}
      bodyClassName="p-0!"
    >
      <div className="border-b border-line px-4 py-3 md:px-5">
        <RowForm
          label={`Add ${one}`}
          fields={fields}
          initial={blank}
          save={`Add ${one}`}
          isNew
          onSave={onAdd}
        />
      </div>
      {children}
      {!read.data ? (
        <QueryPending
          query={read}
          title={`Failed to load ${title.toLowerCase()}`}
          skeleton={<SkeletonRows rows={3} initials={false} />}
          label={`Loading ${title.toLowerCase()}`}
          level={3}
        />
      ) : (
        <>
          {current.length > 0 ? (
            <ul aria-label={title}>{current.map(listed)}</ul>
          ) : (
            <Empty icon={<ListPlus />} level={3} title={empty} />
          )}
          {over.length > 0 && (
            <section aria-label="Earlier" className="border-t border-line">
              <h3 className="px-4 pt-3 text-sm font-medium text-ink-3 md:px-5">Earlier</h3>
              <ul>{over.map(listed)}</ul>
            </section>
          )}
        </>
      )}
    </Dialog>
  );
}

function Row({ row, onEdit }: { row: ListedRow; onEdit: () => void }) {
  const { name, detail, isOver, isBad, acts, typed } = row;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2 first:border-t-0 md:px-5">
      <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
        <span
          className={cx(
            "block whitespace-pre-line",
            isOver ? "text-ink-2" : "font-medium",
            isBad && "text-bad",
          )}
        >
          {name} <ConfidentialBadge of={row} />
        </span>
        {detail && <span className="block text-sm text-ink-3">{detail}</span>}
      </span>
      <span className="flex items-center gap-1 max-md:ml-auto">
        {acts.map(({ label, onPress }) => (
          <Button key={label} size="sm" variant="ghost" aria-label={`${label}: ${name}`} onClick={onPress}>
            {label}
          </Button>
        ))}
        {typed && <IconButton size="sm" label={`Edit ${name}`} icon={<Pencil />} onClick={onEdit} />}
      </span>
    </li>
  );
}
