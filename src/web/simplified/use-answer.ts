import { useCallback, useEffect, useState } from "react";
import type { Answered, Endpoint, Sent } from "#shared/endpoint.ts";
import { call } from "#web/api.ts";
import { type ApiError, isApiError } from "#web/api-error.ts";

type State<T> = { data: T | null; error: ApiError | null; answeredAt: Date | null };

const nothing = { data: null, error: null, answeredAt: null };

/**
 * Reads one endpoint where the data layer of the application would weigh more than the page. What was answered stays
 * while the next answer comes or fails. Null asks nothing. Polls pause in a hidden tab.
 */
export function useAnswer<E extends Endpoint>(endpoint: E, sent: Sent<E> | null, pollEveryMs?: number) {
  const [state, setState] = useState<State<Answered<E>>>(nothing);
  const [asked, setAsked] = useState(0);
  const question = sent && JSON.stringify(sent);
  useEffect(() => {
    if (question === null) return;
    const stop = new AbortController();
    const ask = async (isPoll: boolean) => {
      try {
        const options = { signal: stop.signal, isPoll };
        const { data } = await call(endpoint, JSON.parse(question) as Sent<E>, options);
        setState({ data, error: null, answeredAt: new Date() });
      } catch (error) {
        if (stop.signal.aborted || !isApiError(error)) return;
        setState((earlier) => ({ ...earlier, error }));
      }
    };
    void ask(asked > 0 && pollEveryMs !== undefined);
    const timer =
      pollEveryMs !== undefined &&
      setInterval(() => document.visibilityState === "visible" && void ask(true), pollEveryMs);
    return () => {
      stop.abort();
      if (timer) clearInterval(timer);
    };
  }, [endpoint, question, pollEveryMs, asked]);
  const again = useCallback(() => setAsked((times) => times + 1), []);
  return { ...(question === null ? nothing : state), again };
}
