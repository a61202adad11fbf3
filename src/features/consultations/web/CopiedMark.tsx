/** Beside the label of a field whose copied text is unchanged. */
export const CopiedMark = ({ from }: { from: string | null }) =>
  from && <span className="rounded-sm bg-brand-wash px-1 text-sm font-normal text-brand-text">{from}</span>;
