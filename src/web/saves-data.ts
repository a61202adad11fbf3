/** Whether the user asked the browser to save data: nothing is then fetched ahead. */
export const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
