import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type CurrentUser, currentUser } from "#features/accounts/contract.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { type Access, can, type Permission } from "#shared/permissions.ts";
import { call } from "./api.ts";
import type { ApiError } from "./api-error.ts";
import { keyOf } from "./calls.ts";

const fiveMinutes = 300_000;

/** The current user: not retried, fresh for five minutes, not refetched on focus. Null when nobody is signed in. */
export function useCurrentUser() {
  return useQuery<CurrentUser | null, ApiError>({
    queryKey: keyOf(currentUser),
    queryFn: async ({ signal }) =>
      call(currentUser, {}, { signal }).then(
        ({ data }) => data,
        (error: ApiError) => {
          if (error.status === 401 || error.body.suspended) return null;
          throw error;
        },
      ),
    staleTime: fiveMinutes,
  });
}

/** Whether the signed-in user may make this call: the same declaration that the server enforces. */
export function useCan(): (endpoint: { access: Access }) => boolean {
  const queries = useQueryClient();
  const user = useCurrentUser().data ?? queries.getQueryData<CurrentUser | null>(keyOf(currentUser)) ?? null;
  const actor = user && {
    role: user.role,
    permissions: user.permissions as Permission[],
    clinicId: user.clinicId,
  };
  return ({ access }) => can(actor, access);
}

/** Shows its children exactly when the call would be allowed. */
export function IfCan({
  do: endpoint,
  children,
  otherwise = null,
}: {
  do: Endpoint;
  children: ReactNode;
  otherwise?: ReactNode;
}) {
  return useCan()(endpoint) ? children : otherwise;
}
