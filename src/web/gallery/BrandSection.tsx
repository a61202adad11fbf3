import { useEffect, useRef, useState } from "react";
import { brandTokens, contrast, DARKEST_GROUND } from "#shared/brand.ts";
import { applyBrand } from "#web/theme.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";

const cases = ["#2b4d8c", "#8c2b4d", "#ffd700", "#f4f4f0", "#3ddc97", "#777777", "#000000", "#ffffff"];

export function BrandSection() {
  const [hex, setHex] = useState("#2b4d8c");
  useEffect(() => applyBrand(brandTokens(hex)), [hex]);
  return (
    <Section>
      <ul className="mb-4">
        {cases.map((one) => (
          <BrandRow key={one} hex={one} />
        ))}
      </ul>
      <Field
        label="Color of this page"
        hint="Hex color, e.g. #2B4D8C. Anything else uses the default."
        className="max-w-70"
      >
        <TextInput value={hex} onChange={(event) => setHex(event.target.value)} />
      </Field>
    </Section>
  );
}

function BrandRow({ hex }: { hex: string }) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (row.current) applyBrand(brandTokens(hex), row.current);
  }, [hex]);
  const { surface, on, text, ring } = brandTokens(hex);
  const ratio = (a: string, b: string) => contrast(a, b).toFixed(1);
  return (
    <li
      ref={row}
      className="flex flex-wrap items-center gap-x-5 gap-y-2 border-t border-line py-2 first:border-t-0 md:grid md:grid-cols-[84px_130px_150px_60px_1fr]"
    >
      <span className="font-medium tabular-nums">{hex}</span>
      <Button variant="primary">Add Patient</Button>
      <Button variant="link">View Consultation</Button>
      <span>
        <Badge tone="new">NEW</Badge>
      </span>
      <span className="text-sm text-ink-3 tabular-nums max-md:w-full">
        on {on} {ratio(on, surface)}, text {text} {ratio(text, DARKEST_GROUND)}, ring {ring}{" "}
        {ratio(ring, DARKEST_GROUND)}
      </span>
    </li>
  );
}
