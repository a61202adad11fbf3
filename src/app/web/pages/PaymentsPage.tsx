import { useNavigate } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { hmoReceivables } from "#features/billing/contract.ts";
import { DayChooser, DayCountSheet } from "#features/billing/web/DayCountSheet.tsx";
import { useCan } from "#web/data/session.tsx";
import { useToday } from "#web/hooks/use-today.ts";
import { lazyPart } from "#web/lazy-part.ts";
import { usePageSearch } from "#web/page-search.ts";
import { SkeletonCard } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { Tabs } from "#web/ui/frame/Tabs.tsx";
import { PageTitle } from "./shell/PageTitle.tsx";

const HmoReceivables = lazyPart(() => import("#features/billing/web/HmoReceivables.tsx"), "HmoReceivables");

/** The day's count and what HMOs owe. */
export function PaymentsPage() {
  const { payments } = usePageSearch();
  const navigate = useNavigate();
  const maySeeHmo = useCan()(hmoReceivables);
  const isHmo = payments === "hmo" && maySeeHmo;
  const today = useToday();
  const [chosen, choose] = useState<string | null>(null);
  const day = chosen ?? today;
  return (
    <>
      <PageTitle {...(!isHmo && { actions: <DayChooser day={day} onDay={choose} /> })}>Payments</PageTitle>
      <Tabs
        label="Payments"
        listClassName="mb-5 print:hidden"
        value={isHmo ? "hmo" : "count"}
        onChange={(id) =>
          void navigate({
            to: ".",
            search: (before) => ({ ...before, payments: id === "hmo" ? id : undefined }),
          })
        }
        tabs={[
          { id: "count", label: "Day's Count", content: <DayCountSheet day={day} /> },
          ...(maySeeHmo
            ? [
                {
                  id: "hmo",
                  label: "HMO Receivables",
                  content: (
                    <Suspense fallback={<Waiting skeleton={<SkeletonCard />} />}>
                      <HmoReceivables />
                    </Suspense>
                  ),
                },
              ]
            : []),
        ]}
      />
    </>
  );
}
