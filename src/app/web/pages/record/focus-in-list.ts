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
