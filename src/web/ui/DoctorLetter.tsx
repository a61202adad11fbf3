import "./doctor-letter.css";
import { cx } from "./cx.ts";

const sizes = {
  18: "size-4.5 text-[0.6875rem] inset-ring-[1.5px]",
  22: "size-5.5 text-xs inset-ring-[1.5px]",
  32: "size-8 text-md inset-ring-2",
  40: "size-10 text-lg inset-ring-2",
};

/** After eight letters the inks repeat, which the letter tells apart. */
const inkOf = (letter: string) => `doctor-${"abcdefgh"[(letter.charCodeAt(letter.length - 1) - 65) % 8]}`;

/**
 * A doctor's letter in a ring, only where a clinic has several. It draws letter and ring, never a ground, and the name is
 * next to it.
 */
export const DoctorLetter = ({ letter, size = 22 }: { letter: string; size?: keyof typeof sizes }) => (
  <span
    aria-hidden="true"
    className={cx(
      "inline-grid shrink-0 place-items-center rounded-full bg-surface align-middle leading-none font-strong inset-ring-current",
      letter.length > 1 && "tracking-tight",
      sizes[size],
      inkOf(letter),
    )}
  >
    {letter}
  </span>
);
