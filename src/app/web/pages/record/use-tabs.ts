import { summary } from "#features/clinical-lists/summary-contract.ts";
import { type Patient, patientHistory } from "#features/patients/contract.ts";
import type { RecordHead } from "#features/record-head/contract.ts";
import { isUnderNineteen, mayBePregnant } from "#shared/clinical/age.ts";
import { type RecordTab, recordTabs } from "#shared/record-address.ts";
import { useCall } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { useToday } from "#web/hooks/use-today.ts";

export type ShownTab = {
  id: RecordTab;
  label: string;
  count?: number | undefined;
  /** In words, for what is new in it. */
  news?: string | undefined;
};

export const tabLabels: Record<RecordTab, string> = {
  visits: "Visits",
  growth: "Growth",
  immunization: "Immunization",
  pregnancy: "Pregnancy",
  medicines: "Medicines",
  results: "Results",
  files: "Files",
  papers: "Papers",
  bills: "Bills",
  appointments: "Appointments",
  family: "Family",
  details: "Details",
  history: "History",
};

/** The tabs that apply to the patient, with the counts that are known and not zero. */
export function useTabs(patient: Patient, head: RecordHead | undefined): ShownTab[] {
  const today = useToday();
  const can = useCan();
  const lists = useCall(summary, { params: { id: String(patient.id) } }).data;
  const isChild = isUnderNineteen(patient, today);
  const applies: Partial<Record<RecordTab, boolean>> = {
    growth: isChild,
    immunization: isChild,
    pregnancy: mayBePregnant(patient, today) === "yes" || Boolean(lists?.pregnancy),
    history: can(patientHistory),
  };
  const counts: Partial<Record<RecordTab, number>> = {
    ...head,
    medicines: lists ? lists.medicines.length + lists.more.medicines : 0,
  };
  const newResults = head?.newResults ?? 0;
  return recordTabs
    .filter((id) => applies[id] ?? true)
    .map((id) => ({
      id,
      label: tabLabels[id],
      count: counts[id] || undefined,
      news: id === "results" && newResults > 0 ? `${newResults} new` : undefined,
    }));
}
