import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { type CurrentUser, currentUser } from "#features/accounts/contract.ts";
import type { Actor, Permission } from "#shared/permissions.ts";
import { queryKeyOf } from "./data/calls.ts";

/** Per client: every row of a list checks permissions, and a query observer for each would be slow. */
const actors = new WeakMap<QueryClient, ReturnType<typeof newActor>>();

function newActor(queries: QueryClient) {
  const key = queryKeyOf(currentUser);
  let user: CurrentUser | null = null;
  let actor: Actor | null = null;
  return {
    subscribe: (listener: () => void) =>
      queries.getQueryCache().subscribe(({ query }) => {
        if (query.queryKey[1] === currentUser.path) listener();
      }),
    /** The last known user while everything is refetched. */
    get(): Actor | null {
      const known = queries.getQueryData<CurrentUser | null>(key);
      if (known === undefined || known === user) return actor;
      user = known;
      actor = known && {
        role: known.role,
        permissions: known.permissions as Permission[],
        clinicId: known.clinicId,
      };
      return actor;
    },
  };
}

/** The current user for permission checks; null while unknown. */
export function useActor(): Actor | null {
  const queries = useQueryClient();
  let actor = actors.get(queries);
  if (!actor) {
    actor = newActor(queries);
    actors.set(queries, actor);
  }
  return useSyncExternalStore(actor.subscribe, actor.get, actor.get);
}
