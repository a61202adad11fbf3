import { useEffect } from "react";
import { type CurrentUser, currentUser } from "#features/accounts/contract.ts";
import { todaysConsultations } from "#features/consultations/contract.ts";
import { can, type Permission } from "#shared/permissions.ts";
import { clearDrafts } from "#web/drafts/clear-drafts.ts";
import { homeOf } from "#web/home-of-role.ts";
import { clearOfflineCache } from "#web/offline/clear-cache.ts";
import { clearAllStorage } from "#web/storage-keys.ts";
import { readSuspension, suspend } from "#web/suspension.ts";
import { applyBrand } from "#web/theme.ts";
import { LogInHere } from "./LogInHere.tsx";
import { PatientSearch } from "./PatientSearch.tsx";
import { TodayList } from "./TodayList.tsx";
import { Trouble } from "./Trouble.tsx";
import { useAnswer } from "./use-answer.ts";

/** Today's and registered patients in large type, for slow connections. */
export function SimplifiedPage() {
  const user = useAnswer(currentUser, {});
  const { error } = user;
  useEffect(() => {
    if (user.data?.clinic) applyBrand(user.data.clinic.brand);
  }, [user.data]);
  useEffect(() => {
    // Both have their own page in the application.
    if (error?.body.suspended) {
      suspend(readSuspension(error.body.clinic));
      location.assign("/dashboard");
    }
  }, [error]);
  if (user.data?.passwordChanged === false) location.assign("/change-password");
  else if (user.data?.secondFactor.isRequired && !user.data.secondFactor.isOn)
    location.assign("/set-up-second-factor");
  if (error?.status === 401) return <LogInHere onDone={user.again} />;
  if (user.data) return <Here user={user.data} />;
  return (
    <main>
      <h1>Klinika</h1>
      {error ? (
        <Trouble title="Klinika does not answer" error={error} onRetry={user.again} />
      ) : (
        <p role="status">Loading…</p>
      )}
    </main>
  );
}

function Here({ user }: { user: CurrentUser }) {
  const logOut = async () => {
    clearAllStorage();
    await Promise.all([clearDrafts(), clearOfflineCache()]);
    location.assign("/api/auth/logout");
  };
  const mayView = can(
    { role: user.role, permissions: user.permissions as Permission[], clinicId: user.clinicId },
    todaysConsultations.access,
  );
  return (
    <>
      <header>
        <h1>{user.clinic?.name ?? "Klinika"}</h1>
        <a href={homeOf(user.role, user.isStaffMode)}>Full version</a>
        <button type="button" className="plain" onClick={() => void logOut()}>
          Log out
        </button>
      </header>
      <main>
        {mayView ? (
          <>
            <PatientSearch />
            <TodayList />
          </>
        ) : (
          <>
            <h2>Access Restricted</h2>
            <p>
              You don't have sufficient permissions to access this dashboard. Please contact your
              administrator if you believe this is an error.
            </p>
          </>
        )}
      </main>
    </>
  );
}
