import { useNavigate } from "@tanstack/react-router";
import { ClinicShell } from "#app/web/pages/shell/ClinicShell.tsx";
import { WithUser } from "#app/web/pages/shell/WithUser.tsx";
import { homeOf } from "#web/home-of-role.ts";
import { ClinicSettings } from "./ClinicSettings.tsx";

/** /settings and /clinic-settings are one page. */
export function SettingsPage() {
  const navigate = useNavigate();
  return (
    <WithUser allowed={["owner", "staff", "secretary"]}>
      {(user) => (
        <ClinicShell user={user} path="/settings" hasNoAdd>
          {() => (
            <ClinicSettings
              user={user}
              onBack={() => void navigate({ to: homeOf(user.role, user.isStaffMode) })}
            />
          )}
        </ClinicShell>
      )}
    </WithUser>
  );
}
