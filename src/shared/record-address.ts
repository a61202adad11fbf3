/** The tabs of a patient's record, in their order. The first one has the record's own address. */
export const recordTabs = [
  "visits",
  "growth",
  "immunization",
  "pregnancy",
  "medicines",
  "results",
  "files",
  "papers",
  "bills",
  "appointments",
  "family",
  "details",
  "history",
] as const;
export type RecordTab = (typeof recordTabs)[number];

/** The first screens of all records in lists of screens, where they are no addresses. */
export const recordScreens = { visits: "record", other: "record at another tab" } as const;

/** "/patients/12", "/patients/12/results". */
export const recordAddress = (patientId: number, tab: RecordTab = "visits"): string =>
  `/patients/${patientId}${tab === "visits" ? "" : `/${tab}`}`;

/** Whose record an address is, and at which tab; null for any other address. */
export function recordAt(path: string): { patientId: number; tab: RecordTab } | null {
  const [, id, named = "visits"] = /^\/patients\/([1-9]\d{0,14})(?:\/([a-z]+))?\/?$/.exec(path) ?? [];
  const tab = recordTabs.find((known) => known === named);
  return id && tab ? { patientId: Number(id), tab } : null;
}
