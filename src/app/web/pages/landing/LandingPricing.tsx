import { Check } from "lucide-react";
import { buttonClass } from "#web/ui/button-class.ts";
import { LandingChapter } from "./LandingChapter.tsx";
import { claims } from "./landing-claims.ts";

export function LandingPricing() {
  return (
    <LandingChapter id="pricing" intro="One plan. Every feature, every staff account, every patient.">
      <div className="grid rounded-md border border-line bg-surface shadow-sheet md:grid-cols-2">
        <div className="px-5 py-5.5 md:px-8 md:py-7">
          <p className="text-ink-2">Monthly</p>
          <p className="text-[3.25rem]/14 font-strong tracking-hero tabular-nums">₱1,000</p>
          <p className="text-ink-2">per month, per clinic</p>
          <dl className="mt-3.5 mb-5.5 grid gap-1.5 border-t border-line pt-3.5 font-medium">
            <div className="flex justify-between">
              <dt>Setup fee</dt>
              <dd className="tabular-nums">₱0</dd>
            </div>
            <div className="flex justify-between">
              <dt>Free trial</dt>
              <dd className="tabular-nums">30 days</dd>
            </div>
          </dl>
          <a
            href="/dashboard?tab=sign-up"
            className={buttonClass({ variant: "primary", size: "lg", block: true })}
          >
            Start your free 30-day trial
          </a>
        </div>
        <ul className="grid content-start gap-2.5 border-line px-5 py-5.5 max-md:border-t md:border-l md:px-8 md:py-7">
          {claims.map(({ claim }) => (
            <li key={claim} className="flex gap-2.5">
              <Check className="mt-0.5 shrink-0 text-ok" />
              {claim}
            </li>
          ))}
        </ul>
      </div>
    </LandingChapter>
  );
}
