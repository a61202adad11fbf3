import { useState } from "react";
import type { ClinicSettings } from "#features/clinics/contract.ts";
import { saveClinicSettings } from "#features/clinics/contract.ts";
import { DEFAULT_BRAND, wholeHex } from "#shared/brand.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { IfCan } from "#web/data/session.tsx";
import { useLeaveQuestion } from "#web/forms/use-discard-question.tsx";
import { BrandPreview } from "./BrandPreview.tsx";
import { ColourField } from "./ColourField.tsx";
import { LogoField, LogoPicture } from "./LogoField.tsx";
import { SaveBar } from "./SaveBar.tsx";
import { WithClinicSettings } from "./WithClinicSettings.tsx";

/** The Branding tab: color and logo, editable for the owner and read-only for everyone else. */
export function BrandingSettings() {
  return (
    <WithClinicSettings>
      {(clinic) => (
        <IfCan do={saveClinicSettings} otherwise={<BrandFacts clinic={clinic} />}>
          <BrandForm clinic={clinic} />
        </IfCan>
      )}
    </WithClinicSettings>
  );
}

const columns = "grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2 lg:gap-10";

function BrandForm({ clinic }: { clinic: ClinicSettings }) {
  // The typed color; null while it is the clinic's.
  const [typed, setTyped] = useState<string | null>(null);
  const [isRefused, setRefused] = useState(false);
  const shown = typed ?? clinic.primaryColor;
  const colour = wholeHex(shown);
  const isDirty = colour !== wholeHex(clinic.primaryColor);
  const save = useEndpointMutation(saveClinicSettings, {
    done: "Settings Updated",
    failed: "Failed to update clinic settings",
  });
  const question = useLeaveQuestion(isDirty);

  return (
    <div className={columns}>
      <form
        noValidate
        className="grid gap-7"
        onSubmit={(event) => {
          event.preventDefault();
          setRefused(colour === undefined);
          if (colour === undefined || save.isPending) return;
          save.mutateAsync({ body: { primaryColor: colour } }).then(
            () => setTyped(null),
            () => undefined,
          );
        }}
      >
        <ColourField
          value={shown}
          error={isRefused && colour === undefined ? "Use a hex color such as #2B4D8C" : undefined}
          onChange={setTyped}
          onLeave={() => setRefused(colour === undefined)}
        />
        <LogoField logoUrl={clinic.logoUrl} />
        <SaveBar isDirty={isDirty} isSaving={save.isPending} />
      </form>
      <BrandPreview name={clinic.name} logoUrl={clinic.logoUrl} colour={colour ?? DEFAULT_BRAND} />
      {question}
    </div>
  );
}

function BrandFacts({ clinic }: { clinic: ClinicSettings }) {
  return (
    <div className={columns}>
      <div className="grid gap-7">
        <div className="grid gap-1.5">
          <p className="text-sm font-medium">Primary color</p>
          <p className="flex items-center gap-2 tabular-nums">
            <span
              aria-hidden="true"
              className="size-9 rounded-md border border-line-control"
              style={{ background: clinic.primaryColor }}
            />
            {clinic.primaryColor}
          </p>
        </div>
        <div className="grid gap-1.5">
          <p className="text-sm font-medium">Logo</p>
          <LogoPicture logoUrl={clinic.logoUrl} />
        </div>
        <p className="text-sm text-ink-3">Only the clinic owner can change these.</p>
      </div>
      <BrandPreview name={clinic.name} logoUrl={clinic.logoUrl} colour={clinic.primaryColor} />
    </div>
  );
}
