/** The page from which a record was opened, kept with the record's entry in the browser's history. */
export type RecordOrigin = {
  href: string;
  /** Its place in the history, so that going back there finds it as it was left. */
  entry: number;
  /** The patients that it showed, in their order, for the next and the previous one. */
  patients: readonly number[];
};

/** The patients of the page's list, as they are seen. */
export function shownPatients(): number[] {
  const rows = document.querySelectorAll<HTMLElement>("main [data-patient]");
  const ids = [...rows]
    .filter((row) => row.checkVisibility?.() ?? true)
    .map((row) => Number(row.dataset.patient));
  return [...new Set(ids)].filter(Boolean);
}
