import type { Medication } from "#features/prescriptions/contract.ts";
import { medicineLine } from "#shared/prescription/generic-first.ts";

/** Medicines as the doctor wrote them, numbered, the generic name first. */
export function PrescribedList({ medications }: { medications: readonly Medication[] }) {
  return (
    <ol className="divide-y divide-line border-y border-line">
      {medications.map((medicine, index) => {
        const { generic, brand } = medicineLine(medicine);
        const { dosage, frequency, duration, quantity, instructions } = medicine;
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a saved list never changes
            key={index}
            className="grid grid-cols-[1.5rem_minmax(0,1fr)_auto] gap-x-2 py-2.5 wrap-anywhere"
          >
            <span className="text-ink-2 tabular-nums">{index + 1}.</span>
            <div>
              <p>
                <b className="font-strong">{generic}</b>
                {brand && ` ${brand}`}
              </p>
              <p className="text-ink-2">{[dosage, frequency, duration].join(", ")}</p>
              {instructions && <p className="text-sm whitespace-pre-line text-ink-2">{instructions}</p>}
            </div>
            {quantity && <span className="font-medium tabular-nums">#{quantity.replace(/^#\s*/, "")}</span>}
          </li>
        );
      })}
    </ol>
  );
}
