import { useCallback, useEffect, useState } from "react";
import type { Answered, Endpoint, Sent } from "#shared/endpoint.ts";
import { dateNow, deviceTime } from "#web/clock.ts";
import { call } from "#web/data/api.ts";
import { type ApiError, isApiError } from "#web/data/api-error.ts";

/** `total`: how many there are, of a list that was cut by its limit. */
type State<T> = { data: T | null; total: number | null; error: ApiError | null; answeredAt: Date | null };

const nothing = { data: null, total: null, error: null, answeredAt: null };

/**
 * Queries one endpoint without the application's data layer, which would be larger than the page. The previous data
 * stays while the next loads or fails. Null fetches nothing. Polls pause in a hidden tab; an overdue one runs when it
 * becomes visible.
 */
export function useAnswer<E extends Endpoint>(endpoint: E, sent: Sent<E> | null, pollEveryMs?: number) {
  const [state, setState] = useState<State<Answered<E>>>(nothing);
  const [retries, setRetries] = useState(0);
  const question = sent && JSON.stringify(sent);
  useEffect(() => {
    if (question === null) return;
    const stop = new AbortController();
    let sentAt = 0;
    const ask = async (isPoll: boolean) => {
      sentAt = deviceTime();
      try {
        const options = { signal: stop.signal, isPoll };
        const { data, headers } = await call(endpoint, JSON.parse(question) as Sent<E>, options);
        const counted = headers.get("x-total-count");
        const total = counted === null ? null : Number(counted);
        setState({ data, total, error: null, answeredAt: dateNow() });
      } catch (error) {
        if (stop.signal.aborted || !isApiError(error)) return;
        setState((earlier) => ({ ...earlier, error }));
      }
    };
    void ask(retries > 0 && pollEveryMs !== undefined);
    if (pollEveryMs === undefined) return () => stop.abort();
    const isVisible = () => document.visibilityState === "visible";
    const timer = setInterval(() => isVisible() && void ask(true), pollEveryMs);
    const makeUp = () => isVisible() && deviceTime() - sentAt >= pollEveryMs && void ask(true);
    document.addEventListener("visibilitychange", makeUp);
    return () => {
      stop.abort();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", makeUp);
    };
  }, [endpoint, question, pollEveryMs, retries]);
  const again = useCallback(() => setRetries((times) => times + 1), []);
  return { ...(question === null ? nothing : state), again };
}
