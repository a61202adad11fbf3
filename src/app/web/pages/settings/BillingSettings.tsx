import { setDoctorShares } from "#features/billing/statements-contract.ts";
import { DoctorShares } from "#features/billing/web/DoctorShares.tsx";
import { PriceList } from "#features/billing/web/PriceList.tsx";
import { TaxSettings } from "#features/clinics/web/TaxSettings.tsx";
import { useCan, useCurrentUser } from "#web/data/session.tsx";

/** The Billing tab. */
export function BillingSettings() {
  const maySetShares = useCan()(setDoctorShares);
  const hasDoctors = useCurrentUser().data?.doctors !== undefined;
  return (
    <div className="grid max-w-form gap-5">
      <PriceList />
      {maySetShares && hasDoctors && <DoctorShares />}
      <TaxSettings />
    </div>
  );
}
