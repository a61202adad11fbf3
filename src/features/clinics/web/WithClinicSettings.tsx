import type { ReactNode } from "react";
import { type ClinicSettings, clinicSettings } from "#features/clinics/contract.ts";
import { useCall } from "#web/data/calls.ts";
import { ErrorState } from "#web/ui/feedback/ErrorState.tsx";
import { SkeletonCard } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { Section } from "#web/ui/frame/Section.tsx";

/** Loads the clinic's settings for the tabs that show parts of them. */
export function WithClinicSettings({ children }: { children: (clinic: ClinicSettings) => ReactNode }) {
  const { data, error, refetch, isFetching } = useCall(clinicSettings, {});
  if (data) return children(data);
  if (error)
    return (
      <Section>
        <ErrorState
          title="Failed to load clinic settings"
          why={error.shown()}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </Section>
    );
  return <Waiting skeleton={<SkeletonCard />} onRetry={() => void refetch()} />;
}
