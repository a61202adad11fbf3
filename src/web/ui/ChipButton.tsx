import type { ReactNode } from "react";
import { Count } from "./Count.tsx";

/** A quick filter: pressed or not, with its number of results. Without `pressed` it is a link. */
export function ChipButton({
  children,
  pressed,
  count,
  startsHere = false,
  onPress,
}: {
  children: ReactNode;
  pressed?: boolean;
  count?: number | undefined;
  /** It gets the focus when its dialog opens. */
  startsHere?: boolean;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      {...(startsHere && { "data-autofocus": "" })}
      className="inline-flex min-h-7 max-w-full items-center gap-1.5 rounded-full border border-line-strong bg-surface px-2.5 text-sm font-medium transition-colors md:whitespace-nowrap hover:bg-sunk aria-pressed:border-brand-ring aria-pressed:bg-brand-wash aria-pressed:text-brand-text max-md:min-h-touch max-md:px-3.5"
    >
      {children}
      {count !== undefined && <Count value={count} exact className="-mr-1" />}
    </button>
  );
}
