const look =
  "block w-full min-w-0 rounded-md border border-line-control bg-surface px-2.75 text-field text-ink " +
  "focus-visible:border-transparent focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-brand-ring " +
  "aria-invalid:border-bad aria-invalid:inset-ring-1 aria-invalid:inset-ring-bad " +
  "disabled:cursor-not-allowed disabled:border-line-strong disabled:bg-sunk disabled:text-ink-3 " +
  "[&[readonly]]:bg-paper";

/** Shared by all one-line controls: border, background, height, focus, error, disabled. */
export const controlClass = `${look} min-h-control`;

/** The same for several lines of text. */
export const areaClass = `${look} min-h-18 py-2`;

/** A small button inside a control's right edge (show password, open the calendar, clear). */
export const insideButtonClass =
  "absolute inset-y-0 right-0 grid w-9 place-items-center rounded-md text-ink-2 hover:text-ink max-md:w-touch " +
  "focus-visible:-outline-offset-4 disabled:text-ink-disabled";
