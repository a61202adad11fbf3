import { buttonClass } from "#web/ui/button-class.ts";
import { SamplePrescription } from "../sign-in/SamplePrescription.tsx";
import { landingWidth } from "./LandingChapter.tsx";
import { SampleDay } from "./SampleDay.tsx";

const facts = [
  ["500+", "clinics"],
  ["5,000+", "patients"],
  ["25,000+", "prescriptions"],
] as const;

export function LandingHero() {
  return (
    <>
      <section
        className={`${landingWidth} grid items-center gap-8 pt-5 lg:grid-cols-[1.02fr_1fr] lg:gap-12 lg:pt-11`}
      >
        <div>
          <h1 className="text-hero font-strong tracking-hero text-balance">
            The patient chart, in good order.
          </h1>
          <p className="mt-3.5 max-w-[32em] text-[1.0625rem]/6.5 text-ink-2 md:mt-5 md:text-[1.125rem]/7">
            Klinika keeps admission numbers, consultations, prescriptions and payments of a private clinic in
            one calm place, for doctors in the Philippines and the people who work with them.
          </p>
          <div className="mt-7 flex flex-wrap gap-3">
            <a
              href="/dashboard?tab=sign-up"
              className={buttonClass({
                variant: "primary",
                size: "lg",
                className: "max-md:w-full max-md:whitespace-normal",
              })}
            >
              Start your free 30-day trial
            </a>
            <a href="#pricing" className={buttonClass({ size: "lg", className: "max-md:w-full" })}>
              See pricing
            </a>
          </div>
          <p className="mt-3.5 text-sm text-ink-3">Zero setup fee. ₱1,000 per month after the trial.</p>
        </div>
        <div
          role="img"
          aria-label="A prescription sheet and the list of today's consultations"
          className="relative h-105 overflow-hidden p-0.5 max-md:-mr-5 lg:h-140 lg:overflow-visible"
        >
          <SamplePrescription className="absolute top-1 right-3 origin-top-right scale-50 lg:top-0 lg:right-0 lg:scale-70" />
          <SampleDay className="absolute bottom-1.5 left-0 w-72.5 lg:-bottom-8.5 lg:-left-5 lg:w-79.5" />
        </div>
      </section>
      <div className={landingWidth}>
        <dl className="mt-7 grid border-y border-line-strong md:mt-23 md:grid-cols-3">
          {facts.map(([value, label]) => (
            <div
              key={label}
              className="flex justify-between border-line py-3 not-first:border-t md:block md:py-5 md:not-first:border-t-0 md:not-first:border-l md:not-first:pl-7 max-md:flex-row-reverse max-md:items-baseline"
            >
              <dt className="text-ink-2">{label}</dt>
              <dd className="text-2xl font-strong tracking-fig tabular-nums md:text-[2rem]/10">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  );
}
