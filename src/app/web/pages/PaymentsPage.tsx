import { useNavigate } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { hmoReceivables } from "#features/billing/contract.ts";
import { statement } from "#features/billing/statements-contract.ts";
import { DayChooser, DayCountSheet } from "#features/billing/web/DayCountSheet.tsx";
import { useCan, useCurrentUser } from "#web/data/session.tsx";
import { useToday } from "#web/hooks/use-today.ts";
import { lazyPart } from "#web/lazy-part.ts";
import { usePageSearch } from "#web/page-search.ts";
import { SkeletonCard } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { Tabs } from "#web/ui/frame/Tabs.tsx";
import { PageTitle } from "./shell/PageTitle.tsx";

const Statements = lazyPart(() => import("#features/billing/web/Statements.tsx"), "Statements");
const HmoReceivables = lazyPart(() => import("#features/billing/web/HmoReceivables.tsx"), "HmoReceivables");

/** The day's count, what HMOs owe, and the statements of several doctors. */
export function PaymentsPage() {
  const { payments } = usePageSearch();
  const navigate = useNavigate();
  const maySeeHmo = useCan()(hmoReceivables);
  const hasDoctors = useCurrentUser().data?.doctors !== undefined;
  const maySeeStatements = useCan()(statement) && hasDoctors;
  const shown =
    payments === "hmo" && maySeeHmo
      ? "hmo"
      : payments === "statements" && maySeeStatements
        ? "statements"
        : "count";
  const today = useToday();
  const [chosen, choose] = useState<string | null>(null);
  const day = chosen ?? today;
  return (
    <>
      <PageTitle {...(shown === "count" && { actions: <DayChooser day={day} onDay={choose} /> })}>
        Payments
      </PageTitle>
      <Tabs
        label="Payments"
        listClassName="mb-5 print:hidden"
        value={shown}
        onChange={(id) =>
          void navigate({
            to: ".",
            search: (before) => ({ ...before, payments: id === "count" ? undefined : id }),
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
          ...(maySeeStatements
            ? [
                {
                  id: "statements",
                  label: "Statements",
                  content: (
                    <Suspense fallback={<Waiting skeleton={<SkeletonCard />} />}>
                      <Statements />
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
