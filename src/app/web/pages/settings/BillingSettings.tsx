import { Suspense } from "react";
import { setDoctorShares } from "#features/billing/statements-contract.ts";
import { PriceList } from "#features/billing/web/PriceList.tsx";
import { TaxSettings } from "#features/clinics/web/TaxSettings.tsx";
import { useCan, useCurrentUser } from "#web/data/session.tsx";
import { lazyPart } from "#web/lazy-part.ts";
import { SkeletonCard } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";

const DoctorShares = lazyPart(() => import("#features/billing/web/DoctorShares.tsx"), "DoctorShares");

/** The Billing tab. */
export function BillingSettings() {
  const maySetShares = useCan()(setDoctorShares);
  const hasDoctors = useCurrentUser().data?.doctors !== undefined;
  return (
    <div className="grid max-w-form gap-5">
      <PriceList />
      {maySetShares && hasDoctors && (
        <Suspense fallback={<Waiting skeleton={<SkeletonCard />} />}>
          <DoctorShares />
        </Suspense>
      )}
      <TaxSettings />
    </div>
  );
}
