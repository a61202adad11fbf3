import type { ReactNode } from "react";
import { formatPhone } from "#shared/formats/phone.ts";

/** A patient to call, in a list: the name opens the record, the number dials. */
export function CallRow({
  patientName,
  contactNumber,
  detail,
  note,
  onOpen,
  children,
}: {
  patientName: string;
  contactNumber: string | null;
  /** The parts of the line under the name; empty ones are left out. */
  detail: readonly (string | null)[];
  /** Under the detail. */
  note?: ReactNode;
  onOpen: () => void;
  /** The row's buttons. */
  children: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-2.5 first:border-t-0">
      <div className="min-w-0 flex-1 basis-64">
        <button
          type="button"
          onClick={onOpen}
          className="text-left font-medium wrap-anywhere hover:underline"
        >
          {patientName}
        </button>
        <span className="block text-sm text-ink-2 wrap-anywhere">{detail.filter(Boolean).join(" · ")}</span>
        {note}
      </div>
      {contactNumber ? (
        <a
          href={`tel:${contactNumber.replace(/[^\d+]/g, "")}`}
          className="font-medium whitespace-nowrap text-brand-text tabular-nums"
        >
          {formatPhone(contactNumber)}
        </a>
      ) : (
        <span className="text-sm text-ink-3">no phone number</span>
      )}
      {children}
    </li>
  );
}
