import type { RecordTab } from "#shared/record-address.ts";
import { type LazyPart, lazyPart } from "#web/lazy-part.ts";
import type { TabProps } from "./tab-props.ts";

// Each tab loads its own code and data, when it is opened.
const contents: Record<RecordTab, LazyPart<TabProps>> = {
  visits: lazyPart(() => import("./tabs/VisitsTab.tsx"), "VisitsTab"),
  growth: lazyPart(() => import("./tabs/ChildTabs.tsx"), "GrowthTab"),
  immunization: lazyPart(() => import("./tabs/ChildTabs.tsx"), "ImmunizationTab"),
  pregnancy: lazyPart(() => import("./tabs/PregnancyTab.tsx"), "PregnancyTab"),
  medicines: lazyPart(() => import("./tabs/MedicinesTab.tsx"), "MedicinesTab"),
  results: lazyPart(() => import("./tabs/ResultsTab.tsx"), "ResultsTab"),
  files: lazyPart(() => import("./tabs/FilesTab.tsx"), "FilesTab"),
  papers: lazyPart(() => import("./tabs/PapersTab.tsx"), "PapersTab"),
  bills: lazyPart(() => import("./tabs/BillsTab.tsx"), "BillsTab"),
  appointments: lazyPart(() => import("./tabs/AppointmentsTab.tsx"), "AppointmentsTab"),
  family: lazyPart(() => import("./tabs/FamilyTab.tsx"), "FamilyTab"),
  details: lazyPart(() => import("./tabs/DetailsTab.tsx"), "DetailsTab"),
  history: lazyPart(() => import("./tabs/HistoryTab.tsx"), "HistoryTab"),
};

export function TabContent({ tab, ...props }: TabProps & { tab: RecordTab }) {
  const Content = contents[tab];
  return <Content {...props} />;
}

/** The code of every tab, for printing them together. */
export const loadTabs = (): Promise<unknown> =>
  Promise.all(Object.values(contents).map(({ preload }) => preload()));
