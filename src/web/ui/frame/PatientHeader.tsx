import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { allergyWords } from "#shared/clinical/allergy-words.ts";

interface PatientHeaderProps {
  name: string;
  /** "67 / F". */
  ageSex: string;
  admissionNumber: string;
  /** The record's text; empty is "not recorded", which differs from none. */
  allergies: string | null | undefined;
  /** Alerts, after the line below the name. */
  alerts?: ReactNode;
}

/** The patient whose data is shown, in a Dialog's `patient` slot. */
export function PatientHeader({ name, ageSex, admissionNumber, allergies, alerts }: PatientHeaderProps) {
  return (
    <div className="spine flex flex-wrap items-center gap-x-3 gap-y-2 bg-surface py-2 pr-4 pl-3.25 md:pr-5 md:pl-4.25">
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-lg/5.5 font-strong tracking-snug text-balance md:text-title/5.5">{name}</p>
        <p className="flex flex-wrap gap-x-3 text-sm text-ink-2">
          <span className="flex flex-wrap gap-x-1.5 tabular-nums">
            <span>{ageSex}</span>
            <Dot />
            <span>{admissionNumber}</span>
          </span>
          {/* No dot before it: a long list wraps to a line of its own. */}
          <span className="max-md:w-full">
            <AllergyLine text={allergies} />
          </span>
          {alerts}
        </p>
      </div>
    </div>
  );
}

const Dot = () => (
  <span aria-hidden="true" className="text-ink-3">
    ·
  </span>
);

/** Red with an icon when there are allergies; plain text when none are known or recorded. */
export function AllergyLine({ text }: { text: string | null | undefined }) {
  const { words, isAlert } = allergyWords(text);
  if (!isAlert) return <span className="font-medium">{words}</span>;
  return (
    <span className="font-medium text-bad">
      <CircleAlert className="mr-1 inline size-3.5 -translate-y-px" />
      {words}
    </span>
  );
}
