import { ApiKeys } from "#features/api-keys/web/ApiKeys.tsx";

/** The Integrations tab: other systems that read from the clinic. */
export const IntegrationSettings = () => (
  <div className="grid gap-5">
    <ApiKeys />
  </div>
);
