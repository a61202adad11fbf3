import { DoctorLetter } from "#web/ui/DoctorLetter.tsx";
import type { Doctor } from "./doctor-days.ts";

const chip =
  "inline-flex min-h-9 shrink-0 items-center gap-2 rounded-full border border-line-button bg-surface pr-3 pl-2 text-sm font-medium whitespace-nowrap hover:bg-sunk aria-pressed:border-brand-ring aria-pressed:bg-brand-wash aria-pressed:inset-ring aria-pressed:inset-ring-brand-ring max-md:min-h-touch";

/** Whose calendar is shown. On a phone the row scrolls to the names that do not fit. */
export const DoctorChips = ({
  doctors,
  chosen,
  onChoose,
}: {
  doctors: readonly Doctor[];
  chosen: number | undefined;
  onChoose: (practitionerId: number | undefined) => void;
}) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset does not scroll sideways on a phone
  <div
    role="group"
    aria-label="Doctor"
    className="flex min-w-0 flex-wrap gap-1.5 max-md:-mx-4 max-md:flex-nowrap max-md:overflow-x-auto max-md:px-4 max-md:py-0.5"
  >
    <button
      type="button"
      aria-pressed={chosen === undefined}
      onClick={() => onChoose(undefined)}
      className={`${chip} pl-3`}
    >
      All doctors
    </button>
    {doctors.map(({ id, name, letter }) => (
      <button
        key={id}
        type="button"
        aria-pressed={chosen === id}
        onClick={() => onChoose(id)}
        className={chip}
      >
        <DoctorLetter letter={letter} />
        {name}
      </button>
    ))}
  </div>
);
