import { isSubscriptionStatus, type SubscriptionStatus } from "#shared/subscription.ts";

type ConsoleSearch = { search?: string | undefined; status?: SubscriptionStatus | undefined };

/** The search parameters of a console tab. */
export function readConsoleSearch(raw: unknown): ConsoleSearch {
  const { search, status } = raw as Record<string, unknown>;
  return {
    ...(typeof search === "string" && search && { search: search.slice(0, 255) }),
    ...(isSubscriptionStatus(status) && { status }),
  };
}
