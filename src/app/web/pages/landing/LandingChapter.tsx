import type { ReactNode } from "react";

/** The landing page's width. */
export const landingWidth = "mx-auto w-full max-w-290 px-5 md:px-8";

const chapters = { features: "Features", pricing: "Pricing", contact: "Contact" };

/** Links to the chapters of this page. */
export const ChapterLinks = ({ className }: { className: string }) =>
  Object.entries(chapters).map(([id, title]) => (
    <a key={id} href={`#${id}`} className={className}>
      {title}
    </a>
  ));

/** A chapter: its name, and what stands below it, in a wide left margin; its content at the right. */
export function LandingChapter({
  id,
  intro,
  below,
  children,
}: {
  id: keyof typeof chapters;
  intro: string;
  below?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={`${landingWidth} grid scroll-mt-4 gap-5 pt-15 lg:grid-cols-[18.75rem_minmax(0,1fr)] lg:gap-16 lg:pt-22`}
    >
      <div>
        <h2
          id={`${id}-title`}
          className="text-[1.625rem]/8 font-strong tracking-fig text-balance md:text-[2rem]/9.5"
        >
          {chapters[id]}
        </h2>
        <p className="mt-3 text-lg text-ink-2">{intro}</p>
        {below}
      </div>
      {children}
    </section>
  );
}
