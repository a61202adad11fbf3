import { useCallback, useEffect, useState } from "react";
import { showPublicFailure } from "#features/accounts/web/sign-in-failure.ts";
import type { Answered, Endpoint, Sent } from "#shared/endpoint.ts";
import { call } from "#web/data/api.ts";
import { isApiError } from "#web/data/api-error.ts";
import { useLinkToken } from "#web/hooks/use-link-token.ts";

type Step<E extends Endpoint> =
  | { name: "question" | "sending" | "useless" }
  | { name: "done"; answer: Answered<E> };

/**
 * The steps of a page that a mailed link opens and that sends its token: on the press of a button, because mail scanners
 * open links too.
 */
export function useMailedLink<E extends Endpoint>(
  endpoint: E,
  { title, fallback }: { title: string; fallback: string },
): { step: Step<E>; send: () => void } {
  const [step, setStep] = useState<Step<E>>({ name: "question" });
  const token = useLinkToken(useCallback(() => setStep({ name: "question" }), []));
  useEffect(() => {
    document.title = `${title} - Klinika`;
  }, [title]);
  const send = async () => {
    setStep({ name: "sending" });
    try {
      const { data } = await call(endpoint, { body: { token } } as Sent<E>);
      setStep({ name: "done", answer: data });
    } catch (error) {
      if (isApiError(error) && (error.status === 404 || error.fields.token))
        return setStep({ name: "useless" });
      showPublicFailure(error, { title: "Error", fallback });
      setStep({ name: "question" });
    }
  };
  return { step: token === null ? { name: "useless" } : step, send: () => void send() };
}
