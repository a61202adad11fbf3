import { saveClinicSettings } from "#features/clinics/contract.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { Switch } from "#web/ui/inputs/Switch.tsx";
import { WithClinicSettings } from "./WithClinicSettings.tsx";

/** The optional steps of the queue. */
export function QueueSteps() {
  const mayChange = useCan()(saveClinicSettings);
  const { mutate, isPending } = useEndpointMutation(saveClinicSettings, {
    done: "Queue steps saved",
    failed: "Failed to update clinic settings",
  });
  return (
    <WithClinicSettings>
      {({ queueHasVitals, queueHasPayment }) => (
        <Section title="Queue steps">
          <div className="grid justify-items-start gap-3">
            <p className="text-sm text-ink-2">
              Patients arrive, see the doctor, and are done. Turn on the steps your clinic has in between.
            </p>
            <Switch
              label="Vital signs before the doctor"
              checked={queueHasVitals}
              disabled={!mayChange || isPending}
              onChange={(isOn) => mutate({ body: { queueHasVitals: isOn } })}
            />
            <Switch
              label="Payment after the doctor"
              checked={queueHasPayment}
              disabled={!mayChange || isPending}
              onChange={(isOn) => mutate({ body: { queueHasPayment: isOn } })}
            />
          </div>
        </Section>
      )}
    </WithClinicSettings>
  );
}
