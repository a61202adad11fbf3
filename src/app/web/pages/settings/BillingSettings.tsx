import { PriceList } from "#features/billing/web/PriceList.tsx";
import { TaxSettings } from "#features/clinics/web/TaxSettings.tsx";

/** The Billing tab. */
export const BillingSettings = () => (
  <div className="grid max-w-form gap-5">
    <PriceList />
    <TaxSettings />
  </div>
);
