import { CalendarDays, Hash, IdCard, type LucideIcon, Pill } from "lucide-react";
import type { ReactNode } from "react";
import { Wordmark } from "../shell/Brand.tsx";
import { SamplePrescription } from "./SamplePrescription.tsx";

const points: [LucideIcon, string][] = [
  [Hash, "Patient records with admission numbers"],
  [Pill, "Digital prescriptions on A5, generic name first"],
  [CalendarDays, "Today's schedule, with who is waiting"],
  [IdCard, "Staff and secretary access, person by person"],
];

/** A form at the right; a description of Klinika at the left, when there is room. */
export function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[minmax(0,1fr)_32.5rem]">
      <aside
        aria-label="About Klinika"
        className="sticky top-0 flex h-dvh flex-col overflow-hidden px-14 py-7 max-lg:hidden"
      >
        <Wordmark className="self-start" />
        <div className="absolute top-29.5 left-117" aria-hidden="true">
          <SamplePrescription className="origin-top-left scale-[0.78]" />
        </div>
        <p className="relative mt-auto max-w-90 text-[2.375rem] leading-11 font-strong tracking-hero">
          Open your clinic's first chart in two minutes.
        </p>
        <ul className="relative mt-6 mb-auto max-w-88">
          {points.map(([Icon, text]) => (
            <li key={text} className="flex gap-3 border-t border-line-strong py-2.75">
              <Icon className="mt-0.5 shrink-0 text-brand-text" />
              {text}
            </li>
          ))}
        </ul>
      </aside>
      <main
        id="main"
        className="grid min-h-dvh content-start justify-items-center border-line bg-surface px-5 pt-4.5 pb-10 lg:border-l lg:px-8 lg:pt-6"
      >
        <div className="w-full max-w-100">
          <div className="mb-3.5 lg:hidden">
            <Wordmark />
          </div>
          {children}
        </div>
      </main>
    </div>
  );
}
