import { ApiKeys } from "#features/api-keys/web/ApiKeys.tsx";
import { Webhooks } from "#features/webhooks/web/Webhooks.tsx";

/** The Integrations tab: other systems that read from the clinic, and are notified of events. */
export const IntegrationSettings = () => (
  <div className="grid gap-5">
    <ApiKeys />
    <Webhooks />
  </div>
);
