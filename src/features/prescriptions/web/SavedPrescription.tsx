import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { type Prescription, withdrawPrescription } from "#features/prescriptions/contract.ts";
import { formatClock } from "#shared/formats/dates.ts";
import { medicineName } from "#shared/prescription/generic-first.ts";
import { plainSig } from "#shared/prescription/sig.ts";
import { type NextStep, NextSteps } from "#web/clinical/NextSteps.tsx";
import { useMayWithdraw } from "#web/clinical/signed-papers.tsx";
import { Button } from "#web/ui/Button.tsx";
import { WithdrawPrescriptionDialog } from "./WithdrawPrescriptionDialog.tsx";

const heading = "mb-2 text-lg font-strong tracking-snug";

/** The saved prescription as text, and what comes next for the visit. */
export function SavedPrescription({
  saved,
  next,
  onWithdrawn,
}: {
  saved: Prescription;
  next: readonly NextStep[];
  onWithdrawn: () => void;
}) {
  const [isAsking, setAsking] = useState(false);
  const mayWithdraw = useMayWithdraw(withdrawPrescription, { ...saved, state: saved.status });
  return (
    <>
      <div
        role="status"
        className="flex flex-wrap items-center gap-x-2.5 gap-y-1 rounded-md border border-ok-line bg-ok-bg px-3 py-2 text-sm"
      >
        <CircleCheck className="shrink-0 text-ok" />
        <span className="min-w-0 flex-1 basis-60">
          <span className="font-medium">Prescription saved successfully</span>
          <span>{` · Prescription ID ${saved.id} · ${formatClock(saved.createdAt)}`}</span>
        </span>
        {mayWithdraw && (
          <Button variant="link" size="sm" onClick={() => setAsking(true)}>
            Withdraw
          </Button>
        )}
      </div>
      <section aria-labelledby="saved-medications-title">
        <h3 id="saved-medications-title" className={heading}>
          Medications <span className="text-sm font-normal text-ink-2">{saved.medications.length}</span>
        </h3>
        <ol className="divide-y divide-line rounded-md border border-line">
          {saved.medications.map((medicine, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a saved list never changes
              key={index}
              className="grid grid-cols-[1.25rem_minmax(0,1fr)_auto] items-center gap-x-3 px-3 py-1.5 wrap-anywhere"
            >
              <span className="font-strong text-ink-2 tabular-nums">{index + 1}</span>
              <span>
                <span className="block font-medium">{medicineName(medicine)}</span>
                <span className="block text-sm text-ink-2">
                  {plainSig(medicine).text}
                  {medicine.instructions && `. ${medicine.instructions}`}
                </span>
              </span>
              {medicine.quantity && (
                <span className="text-sm text-ink-2 tabular-nums">
                  #{medicine.quantity.replace(/^#\s*/, "")}
                </span>
              )}
            </li>
          ))}
        </ol>
      </section>
      {next.length > 0 && (
        <div>
          <h3 className={heading}>Next for this visit</h3>
          <NextSteps steps={next} />
        </div>
      )}
      {isAsking && (
        <WithdrawPrescriptionDialog
          prescription={saved}
          onWithdrawn={onWithdrawn}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
