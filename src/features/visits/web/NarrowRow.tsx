import { onePatient } from "#features/patients/contract.ts";
import { useCan } from "#web/data/session.tsx";
import { Badge } from "#web/ui/Badge.tsx";
import { cx } from "#web/ui/cx.ts";
import { type DayRow, Dotted } from "./DayRow.tsx";

/** A row of the day in a column: act and menu at its foot, View by the name, Edit and Done in the menu. */
export const NarrowRow: typeof DayRow = ({
  patient: { id, patientName },
  lead,
  isNew,
  isCalled = false,
  detail,
  wait,
  menu,
  act,
  onOpen,
}) => {
  const can = useCan();
  return (
    <li
      data-patient={id}
      data-print="whole"
      className={cx(
        "relative grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-2.5 gap-y-0.5 border-t border-line px-3 py-2",
        isNew && "bg-brand-wash",
        isCalled && "py-3 before:absolute before:inset-y-0 before:left-0 before:w-0.75 before:bg-brand-ring",
      )}
    >
      {lead}
      <div className="min-w-0">
        <p className="font-strong text-balance wrap-anywhere">
          {can(onePatient) ? (
            <button
              type="button"
              onClick={() => onOpen(id)}
              className="text-left font-strong text-balance wrap-anywhere hover:underline max-md:min-h-6"
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
        <p className="text-sm text-ink-2 wrap-anywhere">
          <Dotted parts={detail} />
        </p>
      </div>
      <p className="grid content-start justify-items-end text-right text-xs text-ink-3 tabular-nums">
        {wait}
      </p>
      <div className="col-span-full flex items-center justify-end gap-2" data-print="no">
        {act}
        {menu}
      </div>
    </li>
  );
};
