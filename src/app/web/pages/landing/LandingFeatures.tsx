import { LandingChapter } from "./LandingChapter.tsx";
import { claims } from "./landing-claims.ts";

export function LandingFeatures() {
  return (
    <LandingChapter id="features" intro="Seven things a clinic does every day, each done in a few keys.">
      <ul className="grid gap-x-10 md:grid-cols-2">
        {claims.map(({ icon: Icon, claim, meaning }) => (
          <li
            key={claim}
            className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-3.5 border-t border-line-strong py-4.5"
          >
            <Icon className="mt-px size-5 text-brand-text" />
            <div>
              <h3 className="text-lg/5.5 font-strong tracking-snug">{claim}</h3>
              <p className="mt-1 text-ink-2">{meaning}</p>
            </div>
          </li>
        ))}
      </ul>
    </LandingChapter>
  );
}
