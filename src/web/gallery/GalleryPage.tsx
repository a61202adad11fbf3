import type { ReactNode } from "react";
import { Toaster } from "#web/ui/overlays/Toaster.tsx";
import { BadgesSection } from "./BadgesSection.tsx";
import { BrandSection } from "./BrandSection.tsx";
import { ButtonsSection } from "./ButtonsSection.tsx";
import { ColourSection } from "./ColourSection.tsx";
import { FieldsSection } from "./FieldsSection.tsx";
import { FilesSection } from "./FilesSection.tsx";
import { FloatingSection } from "./FloatingSection.tsx";
import { FrameSection } from "./FrameSection.tsx";
import { RecordsSection } from "./RecordsSection.tsx";
import { StepsSection } from "./StepsSection.tsx";
import { TableSection } from "./TableSection.tsx";
import { WaitingSection } from "./WaitingSection.tsx";

const chapters: readonly [string, () => ReactNode][] = [
  ["Color and type", ColourSection],
  ["Brand: four tokens from any hex", BrandSection],
  ["Button", ButtonsSection],
  ["Field", FieldsSection],
  ["Badges: three grammars", BadgesSection],
  ["Patient header, figures, chart list", RecordsSection],
  ["Table, cards, pagination", TableSection],
  ["Tabs, segment, wizard progress", StepsSection],
  ["Dialog, drawer, menu, toast", FloatingSection],
  ["File drop", FilesSection],
  ["Skeleton, empty, error", WaitingSection],
  ["Side bar, top bar, bottom bar", FrameSection],
];

/** Every component in every state, for developers. Not in the product. */
export function GalleryPage() {
  return (
    <>
      <main className="mx-auto grid max-w-320 grid-cols-[minmax(0,1fr)] gap-10 px-gutter py-8">
        <header>
          <h1 className="text-xl font-strong tracking-tight md:text-2xl">Components</h1>
          <p className="mt-1 text-ink-2">
            Every part in every state. Patients, clinics and figures are invented.
          </p>
        </header>
        {chapters.map(([title, Chapter]) => (
          <section key={title} aria-label={title}>
            <h2 className="mb-3 text-lg font-strong tracking-snug">{title}</h2>
            <Chapter />
          </section>
        ))}
      </main>
      <Toaster />
    </>
  );
}
