import {
  hashKey,
  keepPreviousData,
  type Query,
  type QueryClient,
  type UseBaseQueryResult,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useCallback, useDeferredValue, useEffect, useRef } from "react";
import type { CacheTag } from "#shared/cache-tags.ts";
import { type Answered, addressOf, type ClientEndpoint, type Endpoint, type Sent } from "#shared/endpoint.ts";
import { PRINTED_PAGES_AT_MOST } from "#shared/print-limit.ts";
import { usePrintedWhole } from "#web/printing/print-whole.ts";
import { deviceTime } from "../clock.ts";
import { notify } from "../ui/overlays/notify.ts";
import { call, newKey } from "./api.ts";
import { type ApiError, isApiError, isQuestion } from "./api-error.ts";
import { type FailureWords, notifyFailure } from "./failure-toast.ts";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: { reads?: readonly CacheTag[] };
  }
}

/** Responses of an endpoint are cached under this key. */
export const queryKeyOf = (endpoint: ClientEndpoint) => [endpoint.method, endpoint.path] as const;

/** The `meta` of an endpoint's queries, by which a mutation finds them. */
export const metaOf = ({ reads = [] }: ClientEndpoint) => ({ reads });

/**
 * Invalidates the queries that read what a mutation changes, as both contracts declare. Resolves when the visible
 * ones are refetched. A first request that is under way may have been answered from before the change, and TanStack
 * Query's refetch would join it: it is cancelled.
 */
export async function invalidateChangedBy(
  queries: QueryClient,
  { changes = [] }: ClientEndpoint,
  except: (query: Query) => boolean = () => false,
): Promise<void> {
  const predicate = (query: Query) =>
    query.meta?.reads?.some((read) => changes.includes(read)) === true && !except(query);
  await cancelFirst(queries, predicate);
  // oxlint-disable-next-line no-restricted-properties -- the one place
  await queries.invalidateQueries({ predicate });
}

/** Cancels the requests of queries that have no data yet, so that a refetch is a new request. */
const cancelFirst = (queries: QueryClient, which: (query: Query) => boolean): Promise<void> =>
  queries.cancelQueries(
    { predicate: (query) => query.state.data === undefined && which(query) },
    { silent: true },
  );

/** For a mutation that is sent without `useEndpointMutation`. */
export function useInvalidateChangedBy(): (mutation: Endpoint) => Promise<void> {
  const queries = useQueryClient();
  return useCallback((mutation) => invalidateChangedBy(queries, mutation), [queries]);
}

/** Queries of a record that was just deleted are left alone: a refetch would be a 404. */
function isOfDeleted(mutation: Endpoint, sent: { params?: unknown }): (query: Query) => boolean {
  const isDeleted = mutation.method === "DELETE" && mutation.path.endsWith("/:id");
  const deleted = `${addressOf(mutation, sent)}/`;
  return ({ queryKey }) => isDeleted && `${requestOf(queryKey)?.address.split("?")[0]}/`.startsWith(deleted);
}

/** The path and the address (for a list: of its first page) of a query; null for other queries. */
export function requestOf(queryKey: readonly unknown[]): { path: string; address: string } | null {
  const [method, path, ...rest] = queryKey;
  if (method !== "GET" || typeof path !== "string") return null;
  const sent = (rest.at(-1) ?? {}) as { params?: unknown; query?: unknown };
  return { path, address: addressOf({ path } as Endpoint, sent) };
}

type ReadOptions = {
  enabled?: boolean;
  /** Milliseconds between polls; they pause in a hidden tab. */
  pollEvery?: number;
  /** Shows the previous data while the next one loads. */
  keepsPrevious?: boolean;
  /** For data that others change: refetched each time it is opened, and shown from the cache meanwhile. */
  refetchOnMount?: "always";
};

/** ms. Parts of one screen mount one after the other, and share a fetch; a part mounted later refetches. */
const sameOpeningMs = 2_000;

type QueryTimes = { state: { dataUpdatedAt: number; errorUpdatedAt: number } };

/** Invalidated data is refetched in any case. */
const whenOpened = ({ state }: QueryTimes) =>
  deviceTime() - state.dataUpdatedAt >= sameOpeningMs ? ("always" as const) : true;

/** Paused in a hidden tab; an overdue poll runs as soon as the tab is visible. */
const polling = (every: number) => ({
  refetchInterval: every,
  refetchIntervalInBackground: false,
  refetchOnWindowFocus: ({ state }: QueryTimes) =>
    deviceTime() - Math.max(state.dataUpdatedAt, state.errorUpdatedAt) >= every && ("always" as const),
});

/**
 * The first data is the most to render: it is rendered interruptibly, and until then counts as pending. Later data is
 * shown immediately.
 */
function useInPieces<Read extends UseBaseQueryResult<unknown, ApiError>>(read: Read): Read {
  const drawn = useDeferredValue(read.data);
  if (read.data === undefined || drawn !== undefined) return read;
  return withProperties(read, stillAwaited);
}

const stillAwaited = {
  data: undefined,
  status: "pending",
  isPending: true,
  isLoading: true,
  isSuccess: false,
};

/** Properties of the query that are not accessed must not cause renders, so it is not copied. */
const withProperties = <Read extends object>(read: Read, own: object): Read =>
  new Proxy(read, { get: (target, key) => Reflect.get(key in own ? own : target, key) });

/**
 * Without data, TanStack Query's refetch joins the request that is under way. If that hangs, a new one must replace it:
 * "Still loading" has a Retry.
 */
function useReplacingRefetch<Read extends UseBaseQueryResult<unknown, ApiError>>(
  read: Read,
  queryKey: readonly unknown[],
): Read {
  const queries = useQueryClient();
  const hash = hashKey(queryKey);
  const { refetch: join } = read;
  const refetch = useCallback<Read["refetch"]>(
    async (options) => {
      if (options?.cancelRefetch !== false) await cancelFirst(queries, ({ queryHash }) => queryHash === hash);
      return join(options);
    },
    [queries, hash, join],
  );
  return withProperties(read, { refetch });
}

/** Queries an endpoint. Never stale, not refetched on focus, not retried, as the specification says. */
export function useCall<E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  { enabled = true, pollEvery, keepsPrevious = false, refetchOnMount }: ReadOptions = {},
) {
  const queries = useQueryClient();
  const key = [...queryKeyOf(endpoint), sent];
  const read = useQuery<Answered<E>, ApiError>({
    queryKey: key,
    meta: metaOf(endpoint),
    queryFn: async ({ signal, queryKey }) => {
      const isKnown = queries.getQueryData(queryKey) !== undefined;
      const options = {
        signal,
        isPoll: pollEvery !== undefined && isKnown,
        allowCached: !isKnown,
      };
      return (await call(endpoint, sent, options)).data;
    },
    enabled,
    ...(pollEvery !== undefined && polling(pollEvery)),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    ...(refetchOnMount && { refetchOnMount: whenOpened }),
  });
  return useInPieces(useReplacingRefetch(read, key));
}

type Page<E extends Endpoint> = { rows: Answered<E>; next: string | null; total: number | null };
type PageContext = { signal: AbortSignal; pageParam: string | null; queryKey: readonly unknown[] };

const pagesOf = <E extends Endpoint>(
  queries: QueryClient,
  endpoint: E,
  sent: Sent<E>,
  pollEvery?: number | undefined,
) => ({
  queryKey: [...queryKeyOf(endpoint), "pages", sent] as readonly unknown[],
  meta: metaOf(endpoint),
  queryFn: async ({ signal, pageParam, queryKey }: PageContext): Promise<Page<E>> => {
    const query = { ...(sent as { query?: object }).query, ...(pageParam && { cursor: pageParam }) };
    // A page that is already shown is refetched by polling; a new one by its user.
    const known = queries.getQueryData<{ pageParams: (string | null)[] }>(queryKey)?.pageParams;
    const isKnown = known?.includes(pageParam) === true;
    const options = {
      signal,
      isPoll: pollEvery !== undefined && isKnown,
      allowCached: !isKnown,
    };
    const { data, headers } = await call(endpoint, { ...sent, query } as Sent<E>, options);
    const total = headers.get("x-total-count");
    return { rows: data, next: headers.get("x-next-cursor"), total: total === null ? null : Number(total) };
  },
  initialPageParam: null as string | null,
  getNextPageParam: (page: Page<E>) => page.next,
});

/** Queries a paged list: `X-Next-Cursor` continues it, `X-Total-Count` comes with the first page. */
export function usePages<E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  { enabled = true, pollEvery, refetchOnMount }: Omit<ReadOptions, "keepsPrevious"> = {},
) {
  const queries = useQueryClient();
  const pages = pagesOf(queries, endpoint, sent, pollEvery);
  const read = useInfiniteQuery<Page<E>, ApiError, { pages: Page<E>[] }, readonly unknown[], string | null>({
    ...pages,
    enabled,
    placeholderData: keepPreviousData,
    ...(pollEvery !== undefined && polling(pollEvery)),
    ...(refetchOnMount && { refetchOnMount: whenOpened }),
  });
  useRestForPrinting(read);
  return useInPieces(useReplacingRefetch(read, pages.queryKey));
}

/** Loads page after page of what is printed whole. After a failure the list says which part it prints. */
function useRestForPrinting(read: UseInfiniteQueryResult<{ pages: unknown[] }, ApiError>): void {
  const { fetchNextPage } = read;
  const isWhole = usePrintedWhole();
  // Their number, as the fetch of a page may begin and end between two renders.
  const loaded = isWhole ? (read.data?.pages.length ?? 0) : 0;
  const fetches =
    isWhole &&
    loaded < PRINTED_PAGES_AT_MOST &&
    read.hasNextPage &&
    !read.isFetching &&
    !read.isFetchNextPageError;
  useEffect(() => {
    if (fetches && loaded > 0) void fetchNextPage();
  }, [fetches, loaded, fetchNextPage]);
}

/** Prefetches a list's first page before its screen renders, which also shows errors. */
export function usePrefetch<E extends Endpoint>(endpoint: E): (sent: Sent<E>) => void {
  const queries = useQueryClient();
  return useCallback(
    (sent) => void queries.prefetchInfiniteQuery(pagesOf(queries, endpoint, sent)),
    [queries, endpoint],
  );
}

type MutationOptions<E extends Endpoint> = {
  /** Success toast; a function receives the response. Null for none. */
  done:
    | string
    | { title: string; description?: string }
    | null
    | ((answer: Answered<E>) => string | { title: string; description?: string } | null);
  /** Failure toast. Null when the screen shows the failure itself. */
  failed: FailureWords | null;
  undo?: (answer: Answered<E>) => void;
  /** Where the action in progress is remembered, for a form whose draft outlives the page. */
  act?: AttemptRef;
  /** Mutations run one after the other, when the last press must win. */
  inOrder?: boolean;
  /**
   * Also after a failure: for optimistic updates, and where a failure may mean that another user was faster. Usual
   * with `inOrder`.
   */
  invalidatesOnError?: boolean;
};

/** The request, and its key: the same request again is the same action. */
export type Attempt = { key: string; of: string };
export type AttemptRef = { current: Attempt | null };

/**
 * Sends a change, and invalidates what its contract declares. One user action has one key: a retry after a failure
 * repeats it, and the server runs it once. A press while it is in flight, or shortly after, before its form has
 * closed, sends nothing and gets the result of the first. Afterwards the next press is a new action. A caller with
 * several forms of one record passes its own `idempotencyKey`.
 */
export function useEndpointMutation<E extends Endpoint>(
  endpoint: E,
  { done, failed, undo, act: given, inOrder = false, invalidatesOnError = inOrder }: MutationOptions<E>,
) {
  const queries = useQueryClient();
  const own = useRef<Attempt | null>(null);
  const act = given ?? own;
  type Wanted = Sent<E> & { ifMatch?: number | undefined; idempotencyKey?: string };
  const last = useRef<{ what: string; until: number; answer: Promise<Answered<E>> } | null>(null);
  const scope = { id: `${endpoint.method} ${endpoint.path}` };
  // While others are queued, a refetch would return a state that the screen has already left; the last of them
  // refetches.
  const hasOthers = () =>
    inOrder && queries.isMutating({ predicate: ({ options }) => options.scope?.id === scope.id }) > 1;
  const mutation = useMutation<Answered<E>, ApiError, Wanted>({
    ...(inOrder && { scope }),
    mutationFn: async ({ ifMatch, idempotencyKey, ...sent }) => {
      const of = JSON.stringify(sent);
      if (act.current?.of !== of) act.current = { key: newKey(), of };
      const options = {
        ...(endpoint.method === "POST" && { idempotencyKey: idempotencyKey ?? act.current.key }),
        ...(ifMatch !== undefined && { ifMatch }),
      };
      return (await call(endpoint, sent as unknown as Sent<E>, options)).data;
    },
    onSuccess: async (answer, sent) => {
      act.current = null;
      const message = typeof done === "function" ? done(answer) : done;
      if (message) {
        const toast = typeof message === "string" ? { title: message } : message;
        const takeBack =
          undo &&
          (() => {
            // What was undone may be repeated immediately.
            last.current = null;
            undo(answer);
          });
        notify({ kind: "success", ...toast, ...(takeBack && { undo: takeBack }) });
      }
      if (!hasOthers()) await invalidateChangedBy(queries, endpoint, isOfDeleted(endpoint, sent));
    },
    onError: async (error) => {
      if (failed) showFailure(error, failed);
      if (invalidatesOnError && !hasOthers()) await invalidateChangedBy(queries, endpoint);
    },
  });
  const { mutateAsync } = mutation;
  const send = (wanted: Wanted): Promise<Answered<E>> => {
    const what = JSON.stringify(wanted);
    if (last.current?.what === what && performance.now() < last.current.until) return last.current.answer;
    const press = { what, until: Number.POSITIVE_INFINITY, answer: mutateAsync(wanted) };
    last.current = press;
    press.answer.then(
      () => {
        press.until = performance.now() + untilFormIsGone;
      },
      () => {
        press.until = 0;
      },
    );
    return press.answer;
  };
  return {
    ...mutation,
    mutateAsync: send,
    /** The same without a promise, when nothing follows but the toasts. */
    mutate: (wanted: Wanted): void => void send(wanted).catch(() => undefined),
  };
}

/** Milliseconds after success in which a repeated press is ignored, since the user has not seen the result yet. */
const untilFormIsGone = 1000;

/** The failure toast. An ended session, a suspended clinic and a question have screens of their own. */
export function showFailure(error: unknown, words: FailureWords): void {
  if (isApiError(error) && (error.status === 401 || error.body.suspended || isQuestion(error))) return;
  notifyFailure(error, words);
}
