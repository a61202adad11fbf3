import { Check, Eye, Pencil } from "lucide-react";
import type { ReactNode } from "react";
import { editPatient, onePatient } from "#features/patients/contract.ts";
import { useCan } from "#web/data/session.tsx";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { IconButton } from "#web/ui/IconButton.tsx";

/** What a row of the day opens. */
export type DayActions = { onOpen: (patientId: number) => void; onEdit: (patientId: number) => void };

/** One patient of the day, in the queue or beside it: the name opens the record. */
export function DayRow({
  patient: { id, patientName },
  lead,
  isNew,
  isCalled = false,
  detail,
  isDetailWhole = false,
  wait,
  menu,
  onDone,
  act,
  isCompact = false,
  onOpen,
  onEdit,
  children,
}: DayActions & {
  patient: { id: number; patientName: string };
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
  /** Missing where the visit cannot be closed. */
  onDone?: (() => void) | undefined;
  /** The row's next act, after Done. */
  act?: ReactNode;
  /** View, Edit and Done are icons, which leaves the width to the name; on phones the menu has View and Edit. */
  isCompact?: boolean;
  /** The row's buttons between Edit and Done. */
  children?: ReactNode;
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
        <p
          className={cx(
            "shrink-0 text-sm text-ink-3 tabular-nums max-md:order-last max-md:flex-1 md:text-right",
            isCompact ? "max-md:text-right" : "max-md:pl-12",
          )}
        >
          {wait}
        </p>
      )}
      <div
        className={cx(
          "flex shrink-0 flex-wrap items-center gap-1 md:justify-end",
          isCompact
            ? "max-md:order-8 max-md:flex-row-reverse max-md:pl-12 md:min-w-57"
            : "max-md:order-last max-md:w-full max-md:justify-end",
        )}
        data-print="no"
      >
        {can(onePatient) && (
          <RowButton label="View" icon={<Eye />} {...{ patientName, isCompact }} onClick={() => onOpen(id)} />
        )}
        {can(editPatient) && (
          <RowButton
            label="Edit"
            icon={<Pencil />}
            {...{ patientName, isCompact }}
            onClick={() => onEdit(id)}
          />
        )}
        {children}
        {onDone && (
          <RowButton
            label="Done"
            icon={<Check />}
            {...{ patientName, isCompact }}
            isFramed={isCalled}
            onClick={onDone}
          />
        )}
        {act}
      </div>
      {menu}
    </li>
  );
}

/** A word, or an icon. */
function RowButton({
  label,
  icon,
  patientName,
  isCompact,
  isFramed = false,
  onClick,
}: {
  label: "View" | "Edit" | "Done";
  icon: ReactNode;
  patientName: string;
  isCompact: boolean;
  /** Of who is with the doctor: what comes next. */
  isFramed?: boolean;
  onClick: () => void;
}) {
  const name = `${label} ${patientName}`;
  const isDone = label === "Done";
  if (isCompact)
    return (
      <IconButton
        label={name}
        title={label}
        icon={icon}
        size="xs"
        onClick={onClick}
        className={cx(!isDone && "max-md:hidden")}
      />
    );
  return (
    <Button
      variant={isFramed ? "secondary" : "ghost"}
      size="sm"
      icon={isDone && icon}
      onClick={onClick}
      aria-label={name}
      className={cx(isDone && "max-md:min-h-touch")}
    >
      {label}
    </Button>
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
