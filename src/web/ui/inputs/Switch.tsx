import type { ReactNode } from "react";

/** On or off, applied immediately. Its text shows the state, not only its color. */
export function Switch({
  checked,
  onChange,
  label,
  disabled,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: ReactNode;
  disabled?: boolean | undefined;
}) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      disabled={disabled}
      onClick={() => onChange(!checked)}
      className="group inline-flex min-h-6 items-center gap-2.5 rounded-sm text-left disabled:text-ink-3 max-md:min-h-touch"
    >
      <span
        aria-hidden="true"
        className="relative h-5 w-9 shrink-0 rounded-full bg-quiet-solid transition-colors group-aria-checked:bg-ok-solid group-disabled:opacity-50 forced-colors:border"
      >
        <span className="absolute top-0.5 left-0.5 size-4 rounded-full bg-white transition-[translate] group-aria-checked:translate-x-4" />
      </span>
      <span>{label}</span>
    </button>
  );
}
