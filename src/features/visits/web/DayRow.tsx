import type { ReactNode } from "react";
import { editPatient, onePatient } from "#features/patients/contract.ts";
import { useCan } from "#web/data/session.tsx";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Initials } from "#web/ui/Initials.tsx";

/** What a row of the day opens. */
export type DayActions = { onOpen: (patientId: number) => void; onEdit: (patientId: number) => void };

/** One patient of the day, in the queue or beside it: the name opens the record. */
export function DayRow({
  patient: { id, patientName, patientPhoto },
  lead,
  isNew,
  isCalled = false,
  detail,
  isDetailWhole = false,
  wait,
  menu,
  onOpen,
  onEdit,
  children,
}: DayActions & {
  patient: { id: number; patientName: string; patientPhoto: string | null };
  /** The queue number, or the time. */
  lead: ReactNode;
  isNew: boolean;
  /** With the doctor now. */
  isCalled?: boolean;
  /** Under the name, with middle dots between them; empty ones are left out. */
  detail: readonly ReactNode[];
  /** However long it is. */
  isDetailWhole?: boolean;
  /** How long in which state. */
  wait?: ReactNode;
  menu?: ReactNode;
  /** The row's buttons after View and Edit. */
  children: ReactNode;
}) {
  const can = useCan();
  return (
    <li
      data-patient={id}
      data-print="whole"
      className={cx(
        "relative flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-4 py-3 md:min-h-14.5 md:flex-nowrap md:py-2.25",
        isNew && "bg-brand-wash",
        isCalled && "before:absolute before:inset-y-0 before:left-0 before:w-0.75 before:bg-brand-ring",
      )}
    >
      {lead}
      <span className="max-md:hidden">
        <Initials name={patientName} of="patient" src={patientPhoto} />
      </span>
      <div className="min-w-0 flex-1 max-md:basis-[calc(100%-7.5rem)]">
        <p className="font-strong text-balance wrap-anywhere">
          {can(onePatient) ? (
            <button
              type="button"
              onClick={() => onOpen(id)}
              className="text-left font-strong wrap-anywhere hover:underline max-md:min-h-6"
            >
              {patientName}
            </button>
          ) : (
            patientName
          )}{" "}
          {isNew && (
            <Badge tone="new" small>
              NEW
            </Badge>
          )}
        </p>
        <p className={cx("text-sm text-ink-2 wrap-anywhere", !isDetailWhole && "line-clamp-2")}>
          <Dotted parts={detail} />
        </p>
      </div>
      {wait && (
        <p className="shrink-0 text-sm text-ink-3 tabular-nums max-md:order-last max-md:flex-1 max-md:pl-12 md:text-right">
          {wait}
        </p>
      )}
      <div
        className="flex shrink-0 flex-wrap items-center justify-end gap-1 max-md:order-last max-md:w-full"
        data-print="no"
      >
        {can(onePatient) && (
          <Button variant="ghost" size="sm" onClick={() => onOpen(id)} aria-label={`View ${patientName}`}>
            View
          </Button>
        )}
        {can(editPatient) && (
          <Button variant="ghost" size="sm" onClick={() => onEdit(id)} aria-label={`Edit ${patientName}`}>
            Edit
          </Button>
        )}
        {children}
      </div>
      {menu}
    </li>
  );
}

/** The parts with middle dots between them. */
export function Dotted({ parts }: { parts: readonly ReactNode[] }) {
  return parts
    .filter((part) => part !== null && part !== undefined && part !== "" && part !== false)
    .map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other order than this one
      <span key={index}>
        {index > 0 && (
          <span aria-hidden="true" className="text-ink-3">
            {" · "}
          </span>
        )}
        {part}
      </span>
    ));
}
