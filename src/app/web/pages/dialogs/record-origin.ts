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

/** ms in which a list is waited for. */
const mostToWait = 3000;

/** Focuses a patient in the list that is shown again, once it is there and unless something else has the focus by then. */
export function focusInList(patientId: number): void {
  const isDone = () => {
    if (document.activeElement !== document.body) return true;
    const row = document.querySelector<HTMLElement>(`main [data-patient="${patientId}"]`);
    const name = row?.matches("[data-row]")
      ? row
      : row?.querySelector<HTMLElement>("[data-patient-name], button");
    name?.focus();
    return name !== undefined && name !== null;
  };
  const watch = new MutationObserver(() => isDone() && watch.disconnect());
  watch.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => watch.disconnect(), mostToWait);
}
