import { cx } from "#web/ui/cx.ts";

/** The product's own mark. */
export function Mark({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx("grid size-8 shrink-0 place-items-center rounded-md bg-brand text-brand-on", className)}
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        className="size-5"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M7 4v16M18 4 7.5 13.5M11.5 10l7 10" />
      </svg>
    </span>
  );
}

/** Logo and name, linked to the landing page. */
export function Wordmark({ className }: { className?: string }) {
  return (
    <a
      href="/"
      className={cx(
        "inline-flex items-center gap-2.5 max-md:min-h-touch text-[1.125rem] font-strong tracking-tight text-ink no-underline",
        className,
      )}
    >
      <Mark />
      Klinika
    </a>
  );
}
