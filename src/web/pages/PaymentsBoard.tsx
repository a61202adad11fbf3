import { useNavigate } from "@tanstack/react-router";
import { hmoReceivables } from "#features/billing/claims-contract.ts";
import { DayCountSheet } from "#features/billing/web/DayCountSheet.tsx";
import { HmoReceivables } from "#features/billing/web/HmoReceivables.tsx";
import { useCan } from "#web/data/session.tsx";
import { usePageSearch } from "#web/page-search.ts";
import { Tabs } from "#web/ui/frame/Tabs.tsx";
import { PageTitle } from "./shell/PageTitle.tsx";

/** The day's count and what HMOs owe. */
export function PaymentsBoard() {
  const { payments } = usePageSearch();
  const navigate = useNavigate();
  const maySeeHmo = useCan()(hmoReceivables);
  return (
    <>
      <PageTitle>Payments</PageTitle>
      <Tabs
        label="Payments"
        listClassName="mb-5 print:hidden"
        value={payments === "hmo" && maySeeHmo ? "hmo" : "count"}
        onChange={(id) =>
          void navigate({
            to: ".",
            search: (before) => ({ ...before, payments: id === "hmo" ? id : undefined }),
          })
        }
        tabs={[
          { id: "count", label: "Day's Count", content: <DayCountSheet /> },
          ...(maySeeHmo ? [{ id: "hmo", label: "HMO Receivables", content: <HmoReceivables /> }] : []),
        ]}
      />
    </>
  );
}
