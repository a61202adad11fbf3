import { piecesOf } from "#shared/clinical/quick-text.ts";

/** A quick text with its blanks highlighted. */
export const TextWithBlanks = ({ text }: { text: string }) =>
  piecesOf(text).map(({ start, text: piece, isBlank }) =>
    isBlank ? (
      <span key={start} className="font-medium text-brand-text underline decoration-2 underline-offset-3">
        {piece.slice(1, -1)}
      </span>
    ) : (
      <span key={start}>{piece}</span>
    ),
  );
