import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { type CurrentUser, currentUser } from "#features/accounts/contract.ts";
import type { Actor, Permission } from "#shared/permissions.ts";
import { queryKeyOf } from "./data/calls.ts";

/** Of one client: every row of a list asks what its user may, so that an observer of the query for each would tell. */
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
    /** Whoever was known last, while everything is being read anew. */
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

/** Who acts, as far as rights hang on it; null while nobody is known. */
export function useActor(): Actor | null {
  const queries = useQueryClient();
  let actor = actors.get(queries);
  if (!actor) {
    actor = newActor(queries);
    actors.set(queries, actor);
  }
  return useSyncExternalStore(actor.subscribe, actor.get, actor.get);
}
