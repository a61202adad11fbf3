import type { ReactNode } from "react";
import { type ClinicSettings, clinicSettings } from "#features/clinics/contract.ts";
import { useCall } from "#web/data/calls.ts";
import { QueryPending } from "#web/QueryPending.tsx";
import { SkeletonCard } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";

/** Loads the clinic's settings for the tabs that show parts of them. */
export function WithClinicSettings({ children }: { children: (clinic: ClinicSettings) => ReactNode }) {
  const query = useCall(clinicSettings, {});
  if (query.data) return children(query.data);
  const pending = (
    <QueryPending query={query} title="Failed to load clinic settings" skeleton={<SkeletonCard />} />
  );
  return query.error ? <Section>{pending}</Section> : pending;
}
