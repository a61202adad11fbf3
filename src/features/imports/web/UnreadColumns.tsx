import type { ImportDetails } from "#features/imports/contract.ts";
import { counted } from "#shared/formats/counts.ts";
import { Button } from "#web/ui/Button.tsx";
import { Section } from "#web/ui/frame/Section.tsx";

type Props = {
  list: ImportDetails;
  isBusy: boolean;
  /** The columns whose unreadable cells may go. */
  onChoose: (columns: number[]) => void;
};

/** Cells that hold rows back although a patient may lack them: decided once for a column, or for all of them. */
export function UnreadColumns({ list: { unread, mapping }, isBusy, onChoose }: Props) {
  const place = mapping.kind === "patients" ? "Remarks" : "Notes";
  return (
    <Section
      flush
      title="Cells that cannot be read"
      foot={
        <span className="text-sm text-ink-2">
          Imported without these cells, a row keeps their text in {place}. Or correct them row by row below.
        </span>
      }
      actions={
        unread.length > 1 && (
          <Button size="sm" disabled={isBusy} onClick={() => onChoose(unread.map(({ column }) => column))}>
            Import All Without Them
          </Button>
        )
      }
    >
      <ul>
        {unread.map(({ column, header, cells, example }) => (
          <li
            key={column}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-2.5 first:border-t-0"
          >
            <span className="min-w-0 flex-1 basis-56">
              <span className="block font-medium wrap-anywhere">{header}</span>
              <span className="block text-sm text-ink-2 wrap-anywhere">
                {counted(cells, "row")}
                {example ? `, such as “${example}”` : ", empty"}
              </span>
            </span>
            <Button
              size="sm"
              disabled={isBusy}
              aria-label={`Import without these cells of ${header}`}
              className="max-md:min-h-touch"
              onClick={() => onChoose([column])}
            >
              Import Without These Cells
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
