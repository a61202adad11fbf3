import { lazyPart } from "#web/lazy-part.ts";

// What the clinic's settings show.
export const BillingSettings = lazyPart(() => import("./BillingSettings.tsx"), "BillingSettings");
export const BrandingSettings = lazyPart(
  () => import("#features/clinics/web/BrandingSettings.tsx"),
  "BrandingSettings",
);
export const DestroyedRecords = lazyPart(
  () => import("#features/record-copy/web/DestroyedRecords.tsx"),
  "DestroyedRecords",
);
export const ExportSettings = lazyPart(
  () => import("#features/exports/web/ExportSettings.tsx"),
  "ExportSettings",
);
export const FrontDeskSettings = lazyPart(() => import("./FrontDeskSettings.tsx"), "FrontDeskSettings");
export const ImportSettings = lazyPart(
  () => import("#features/imports/web/ImportSettings.tsx"),
  "ImportSettings",
);
export const IntegrationSettings = lazyPart(() => import("./IntegrationSettings.tsx"), "IntegrationSettings");
export const PaperTemplates = lazyPart(
  () => import("#features/papers/web/PaperTemplates.tsx"),
  "PaperTemplates",
);
export const QuickTextSettings = lazyPart(
  () => import("#features/quick-texts/web/QuickTextSettings.tsx"),
  "QuickTextSettings",
);
export const ResultRanges = lazyPart(() => import("#features/results/web/ResultRanges.tsx"), "ResultRanges");
export const SignatureSection = lazyPart(
  () => import("#features/signatures/web/SignatureSection.tsx"),
  "SignatureSection",
);
export const SubscriptionSettings = lazyPart(
  () => import("#features/clinics/web/SubscriptionSettings.tsx"),
  "SubscriptionSettings",
);
