import { useEffect } from "react";
import { showStoredSuspension } from "#web/suspension.ts";
import { Toaster } from "#web/ui/overlays/Toaster.tsx";
import { SuspensionOverlay } from "../shell/SuspensionOverlay.tsx";
import { useReplacePrerendered } from "../shell/use-replace-prerendered.ts";
import { ChapterLinks, landingWidth } from "./LandingChapter.tsx";
import { LandingContact } from "./LandingContact.tsx";
import { LandingFeatures } from "./LandingFeatures.tsx";
import { LandingHeader } from "./LandingHeader.tsx";
import { LandingHero } from "./LandingHero.tsx";
import { LandingPricing } from "./LandingPricing.tsx";
import { signOutOfLanding } from "./sign-out-of-landing.ts";

/** What Klinika is, what it costs, how to contact us, and sign-in. Prerendered at build time. */
export function LandingPage() {
  useReplacePrerendered(true);
  useEffect(() => void showStoredSuspension(), []);
  return (
    <>
      <LandingHeader />
      <main>
        <LandingHero />
        <LandingFeatures />
        <LandingPricing />
        <LandingContact />
      </main>
      <LandingFooter />
      <SuspensionOverlay onSignOut={signOutOfLanding} />
      <Toaster />
    </>
  );
}

const footLink = "text-ink-2 max-md:inline-flex max-md:min-h-touch max-md:items-center";

function LandingFooter() {
  return (
    <footer className={`${landingWidth} mt-14 lg:mt-24`}>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2.5 border-t border-line-strong pt-5.5 pb-7.5 text-sm text-ink-3">
        <span>Klinika, for private clinics in the Philippines</span>
        <ChapterLinks className={footLink} />
        <a href="/privacy" className={footLink}>
          Privacy
        </a>
        <a href="/admin-login" className={`${footLink} md:ml-auto`}>
          Admin Login
        </a>
      </div>
    </footer>
  );
}
