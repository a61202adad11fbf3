import { useState } from "react";
import { type ClinicSettings, saveClinicSettings } from "#features/clinics/contract.ts";
import { isApiError } from "#web/data/api-error.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { Switch } from "#web/ui/inputs/Switch.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { WithClinicSettings } from "./WithClinicSettings.tsx";

/** Whether the clinic charges VAT, and its TIN for the acknowledgements. */
export const TaxSettings = () => (
  <WithClinicSettings>{(clinic) => <TaxFields clinic={clinic} />}</WithClinicSettings>
);

function TaxFields({ clinic }: { clinic: ClinicSettings }) {
  const mayChange = useCan()(saveClinicSettings);
  const { mutate, isPending, error } = useEndpointMutation(saveClinicSettings, {
    done: "Tax settings saved",
    failed: "Failed to update clinic settings",
  });
  const stored = clinic.tin ?? "";
  const [tin, setTin] = useState(stored);
  return (
    <Section title="Taxes">
      <div className="grid justify-items-start gap-4">
        <Switch
          label="The clinic is registered for VAT"
          checked={clinic.isVatRegistered}
          disabled={!mayChange || isPending}
          onChange={(isOn) => mutate({ body: { isVatRegistered: isOn } })}
        />
        <p className="text-sm text-ink-2">
          When it is, your prices include 12% VAT. Senior citizens and persons with disability have it taken
          off first, then 20% of the rest.
        </p>
        <form
          className="grid w-full grid-cols-[minmax(0,16rem)_auto] items-end justify-start gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (!isPending) mutate({ body: { tin } });
          }}
        >
          <Field
            label="TIN, for payment acknowledgements"
            error={isApiError(error) ? error.fields.tin : undefined}
          >
            <TextInput
              value={tin}
              maxLength={40}
              autoComplete="off"
              placeholder="123-456-789-000"
              disabled={!mayChange}
              onChange={(event) => setTin(event.target.value)}
            />
          </Field>
          {mayChange && tin !== stored && (
            <Button type="submit" busy={isPending}>
              Save TIN
            </Button>
          )}
        </form>
      </div>
    </Section>
  );
}
