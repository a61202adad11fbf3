import { saveClinicSettings } from "#features/clinics/contract.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { Section } from "#web/ui/frame/Section.tsx";
import { Switch } from "#web/ui/inputs/Switch.tsx";
import { WithClinicSettings } from "./WithClinicSettings.tsx";

/** The owner's setting whether staff need two-step sign-in. */
export function StaffTwoSteps() {
  const { mutate, isPending } = useEndpointMutation(saveClinicSettings, {
    done: ({ requiresSecondFactor }) =>
      requiresSecondFactor ? "Staff must use two-step sign-in" : "Two-step sign-in is optional for staff",
    failed: "Failed to update clinic settings",
  });
  return (
    <WithClinicSettings>
      {({ requiresSecondFactor }) => (
        <Section title="Two-step sign-in for your staff">
          <Switch
            label="Staff must use two-step sign-in"
            checked={requiresSecondFactor}
            disabled={isPending}
            onChange={(isRequired) => mutate({ body: { requiresSecondFactor: isRequired } })}
          />
          <p className="mt-1 text-sm text-ink-2">
            Staff who have not set it up are asked to before they continue. If a phone is lost, reset it in
            User Management.
          </p>
        </Section>
      )}
    </WithClinicSettings>
  );
}
