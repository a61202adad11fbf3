import { Undo2 } from "lucide-react";
import { DEFAULT_BRAND, wholeHex } from "#shared/brand.ts";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";

const suggested = [
  ["Blue", "#2B4D8C"],
  ["Teal", "#1F6F6B"],
  ["Green", "#2F6B3C"],
  ["Berry", "#8C2B4D"],
  ["Brown", "#7A4A1E"],
  ["Purple", "#5B3D8C"],
  ["Ink", "#1E2837"],
  ["Yellow", "#FFD600"],
] as const;

/** A hex color: typed, taken from the browser's own picker, or one of a few. */
export function ColourField({
  value,
  error,
  onChange,
  onLeave,
}: {
  value: string;
  error: string | undefined;
  onChange: (typed: string) => void;
  onLeave: () => void;
}) {
  const chosen = wholeHex(value);
  return (
    <div className="grid gap-3">
      <Field
        label="Primary color"
        error={error}
        hint="Used for buttons, the active menu item and the staff header."
      >
        <div className="flex flex-wrap items-center gap-2">
          <input
            type="color"
            aria-label="Pick the primary color"
            value={(chosen ?? DEFAULT_BRAND).toLowerCase()}
            onChange={({ target }) => onChange(target.value.toUpperCase())}
            className="size-9 cursor-pointer rounded-md border border-line-control bg-surface p-0.5 max-md:size-touch"
          />
          <TextInput
            value={value}
            onChange={({ target }) => onChange(target.value)}
            onBlur={onLeave}
            maxLength={9}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="max-w-33 tabular-nums"
          />
          <Button variant="ghost" icon={<Undo2 />} onClick={() => onChange(DEFAULT_BRAND.toUpperCase())}>
            Use Default
          </Button>
        </div>
      </Field>
      <fieldset className="flex min-w-0 flex-wrap gap-2">
        <legend className="sr-only">Colors to choose from</legend>
        {suggested.map(([name, hex]) => (
          <button
            key={hex}
            type="button"
            aria-label={name}
            aria-pressed={chosen === hex}
            onClick={() => onChange(hex)}
            className={cx(
              "size-8 rounded-md border-2 border-surface max-md:size-touch",
              chosen === hex && "outline-2 outline-ink",
            )}
            style={{ background: hex }}
          />
        ))}
      </fieldset>
    </div>
  );
}
