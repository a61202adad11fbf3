import { Check, HeartPulse, LayoutDashboard, Plus, Stethoscope, Users } from "lucide-react";
import { type CSSProperties, useState } from "react";
import { brandTokens, contrast, DARKEST_GROUND } from "#shared/brand.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { cx } from "#web/ui/cx.ts";
import { Section } from "#web/ui/frame/Section.tsx";

type Brand = { name: string; logoUrl: string | null; colour: string };

/** A preview of a color before it is saved, and the contrast of each of its uses. */
export function BrandPreview({ name, logoUrl, colour }: Brand) {
  const { surface, on, text, ring } = brandTokens(colour);
  const tokens = {
    "--brand-surface": surface,
    "--brand-on": on,
    "--brand-text": text,
    "--brand-ring": ring,
  } as CSSProperties;
  const darkened = (drawn: string) => (drawn === surface ? "" : "Darkened, ");
  const measured = [
    ["Text on the color", on === "#ffffff" ? "White, " : "Black, ", contrast(surface, on)],
    ["Color as text on paper", darkened(text), contrast(text, DARKEST_GROUND)],
    ["Focus ring and current place", darkened(ring), contrast(ring, DARKEST_GROUND)],
  ] as const;
  return (
    <Section title="Live preview" flush>
      <div aria-hidden="true" style={tokens} className="text-xs">
        <div className="grid grid-cols-[8.25rem_minmax(0,1fr)]">
          <MockSidebar name={name} logoUrl={logoUrl} />
          <MockPatients />
        </div>
        <div className="flex items-center gap-2.5 bg-brand p-3.5 text-brand-on">
          <Mark logoUrl={logoUrl} className="bg-surface text-brand-text" />
          <span className="grid min-w-0">
            <span className="truncate font-strong">{name}</span>
            <span>Secretary Dashboard</span>
          </span>
        </div>
      </div>
      <dl className="divide-y divide-line border-t border-line">
        {measured.map(([use, words, ratio]) => (
          <div key={use} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
            <dt className="mr-auto">{use}</dt>
            <dd className="flex items-center gap-3 font-medium tabular-nums">
              {words}
              {ratio.toFixed(1)}:1
              <Badge tone="ok" icon={<Check />}>
                AA
              </Badge>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

const icon = { className: "size-3.5 shrink-0" } as const;

function MockSidebar({ name, logoUrl }: Omit<Brand, "colour">) {
  const line = "flex items-center gap-1.5 rounded-sm px-2 py-1.25";
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-0.5 border-r border-line bg-paper p-2">
      <span className="mb-1 flex items-center gap-1.5 px-1 font-strong">
        <Mark logoUrl={logoUrl} className="bg-brand text-brand-on" />
        <span className="min-w-0 truncate">{name}</span>
      </span>
      <span className={line}>
        <LayoutDashboard {...icon} /> Dashboard
      </span>
      <span className={cx(line, "border-l-3 border-brand-ring bg-surface font-medium text-brand-text")}>
        <Users {...icon} /> Patients
      </span>
      <span className={line}>
        <Stethoscope {...icon} /> Consults
      </span>
    </div>
  );
}

function MockPatients() {
  const button =
    "inline-flex items-center gap-1 rounded-sm bg-brand px-2.5 py-1.25 font-medium text-brand-on";
  return (
    <div className="grid content-start justify-items-start gap-2.5 bg-paper p-3.5">
      <span className="flex w-full flex-wrap items-center justify-between gap-2">
        <span className="text-md font-strong">Patient Management</span>
        <span className={button}>
          <Plus {...icon} /> Add Patient
        </span>
      </span>
      <span className="grid w-full rounded-sm border border-line bg-surface p-2.5">
        <span className="font-strong">Peñaranda, Rosario Abellana</span>
        <span>72 / F · 20261117-002</span>
        <span className="justify-self-start text-brand-text underline">View Consultation</span>
      </span>
      <span className={cx(button, "outline-2 outline-offset-2 outline-brand-ring")}>Save Patient</span>
    </div>
  );
}

function Mark({ logoUrl, className }: { logoUrl: string | null; className: string }) {
  const [broken, setBroken] = useState<string | null>(null);
  if (logoUrl && broken !== logoUrl)
    return (
      <img
        src={logoUrl}
        alt=""
        onError={() => setBroken(logoUrl)}
        className="size-7 shrink-0 rounded-sm bg-surface object-contain"
      />
    );
  return (
    <span className={cx("grid size-7 shrink-0 place-items-center rounded-sm", className)}>
      <HeartPulse />
    </span>
  );
}
