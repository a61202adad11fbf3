import { Section } from "#web/ui/frame/Section.tsx";

const colours: readonly [name: string, className: string, use: string][] = [
  ["paper", "bg-paper", "ground"],
  ["sunk", "bg-sunk", "wells"],
  ["surface", "bg-surface", "sheets"],
  ["ink", "bg-ink", "15.4:1"],
  ["ink-2", "bg-ink-2", "7.4:1"],
  ["ink-3", "bg-ink-3", "5.0:1"],
  ["line", "bg-line", "hairline"],
  ["line-strong", "bg-line-strong", "edges"],
  ["line-control", "bg-line-control", "fields, 3.3:1"],
  ["brand", "bg-brand", "one primary"],
  ["brand-ring", "bg-brand-ring", "ring, spine"],
  ["brand-wash", "bg-brand-wash", "selected, NEW"],
  ["ok", "bg-ok-solid", "text, bg, line"],
  ["warn", "bg-warn-solid", "text, bg, line"],
  ["bad", "bg-bad-solid", "text, bg, line"],
  ["info", "bg-info-solid", "text, bg, line"],
  ["quiet", "bg-quiet-solid", "text, bg, line"],
];

export function ColourSection() {
  return (
    <div className="grid gap-4">
      <ul className="grid grid-cols-2 gap-3.5 md:grid-cols-6">
        {colours.map(([name, className, use]) => (
          <li key={name} className="flex items-center gap-2.5 text-xs">
            <span
              className={`size-8.5 shrink-0 rounded-md inset-ring-1 inset-ring-line-strong ${className}`}
            />
            <span>
              <b className="block font-medium">{name}</b>
              <span className="text-ink-3">{use}</span>
            </span>
          </li>
        ))}
      </ul>
      <Section>
        <p className="text-fig font-strong tracking-fig tabular-nums">₱412,860</p>
        <p className="text-2xl font-strong tracking-tight">Today's Consultations</p>
        <p className="text-lg font-strong tracking-snug">Consultation Information</p>
        <p>Macaraeg-Villanueva, Maria Concepcion Esperanza dela Peña</p>
        <p className="text-sm text-ink-2">Chong Hua Hospital - Fuente · Room 512-B · ñ Ñ á ₱ × ½ ≥ µ</p>
        <p className="text-xs text-ink-3 tabular-nums">Admission No. 20261118-004</p>
      </Section>
    </div>
  );
}
