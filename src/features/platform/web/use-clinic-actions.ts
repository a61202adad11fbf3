import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import {
  type ClinicStanding,
  type PlatformClinic,
  platformClinics,
  setClinicStatus,
  setClinicSubscription,
  setClinicVerified,
} from "#features/platform/contract.ts";
import { type SubscriptionStatus, subscriptionLabels } from "#shared/subscription.ts";
import { queryKeyOf, useEndpointMutation } from "#web/data/calls.ts";
import { notify } from "#web/ui/overlays/notify.ts";
import { dayOf } from "./platform-words.ts";

type Pages = InfiniteData<{ rows: PlatformClinic[] }>;

/** The switch and the dropdown apply immediately: the list is updated optimistically and rolled back on failure. */
export function useClinicActions() {
  const queries = useQueryClient();
  const status = useEndpointMutation(setClinicStatus, {
    done: null,
    failed: "Failed to update clinic status",
    inOrder: true,
  });
  const subscription = useEndpointMutation(setClinicSubscription, {
    done: null,
    failed: "Failed to update subscription",
    inOrder: true,
  });
  const verification = useEndpointMutation(setClinicVerified, {
    done: null,
    failed: "Failed to update verification",
  });
  const queryKey = queryKeyOf(platformClinics);

  const show = async (id: number, change: Partial<ClinicStanding>) => {
    // A poll in progress would restore the previous value.
    await queries.cancelQueries({ queryKey });
    queries.setQueriesData<Pages>({ queryKey }, (known) =>
      known
        ? {
            ...known,
            pages: known.pages.map((page) => ({
              ...page,
              rows: page.rows.map((clinic) => (clinic.id === id ? { ...clinic, ...change } : clinic)),
            })),
          }
        : known,
    );
  };

  const act = async (
    { id }: PlatformClinic,
    change: Partial<ClinicStanding>,
    send: () => Promise<ClinicStanding>,
  ): Promise<ClinicStanding | null> => {
    await show(id, change);
    try {
      return await send();
    } catch {
      return null;
    }
  };

  const activate = async (clinic: PlatformClinic, isActive: boolean): Promise<void> => {
    const params = { id: String(clinic.id) };
    const standing = await act(clinic, { isActive }, () =>
      status.mutateAsync({ params, body: { isActive } }),
    );
    if (!standing) return;
    notify({
      kind: "success",
      title: "Clinic Status Updated",
      description: `${clinic.name} is ${isActive ? "active" : "inactive"} now.`,
      undo: () => void activate(clinic, !isActive),
    });
  };

  const subscribe = async (
    clinic: PlatformClinic,
    subscriptionStatus: SubscriptionStatus,
    former: SubscriptionStatus | null = clinic.subscriptionStatus,
  ): Promise<void> => {
    const params = { id: String(clinic.id) };
    const standing = await act(clinic, { subscriptionStatus }, () =>
      subscription.mutateAsync({ params, body: { subscriptionStatus } }),
    );
    if (!standing) return;
    const { trialEndsAt } = standing;
    const until = subscriptionStatus === "trial" && trialEndsAt ? ` until ${dayOf(trialEndsAt)}` : "";
    notify({
      kind: "success",
      title: "Subscription Updated",
      description: `${clinic.name}: ${subscriptionLabels[subscriptionStatus]}${until}.`,
      ...(former && { undo: () => void subscribe(clinic, former, null) }),
    });
  };

  const verify = async (clinic: PlatformClinic, isVerified: boolean): Promise<void> => {
    const params = { id: String(clinic.id) };
    const changed = await verification.mutateAsync({ params, body: { isVerified } }).catch(() => null);
    if (!changed) return;
    notify({
      kind: "success",
      title: isVerified ? "Clinic Verified" : "Verification Removed",
      description: isVerified
        ? `${clinic.name} is shown as verified to other clinics.`
        : `${clinic.name} is shown as not verified to other clinics.`,
      undo: () => void verify(clinic, !isVerified),
    });
  };

  return { activate, subscribe, verify };
}
