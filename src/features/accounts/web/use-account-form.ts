import type * as z from "zod/mini";
import { isApiError } from "#web/data/api-error.ts";
import type { FailureWords } from "#web/data/failure-toast.ts";
import { useSmallForm } from "#web/forms/small-form.ts";
import { showPublicFailure } from "./sign-in-failure.ts";

/** A small form. A failure is shown in a toast, unless the form's fields say what is wrong. */
export const useAccountForm = <S extends z.ZodMiniType>(
  schema: S,
  {
    send,
    failed,
    show = showPublicFailure,
  }: {
    send: (typed: z.output<S>) => Promise<void>;
    failed: FailureWords;
    /** Shows the toast. */
    show?: typeof showPublicFailure;
  },
) =>
  useSmallForm(schema, {
    send: async (typed) => {
      try {
        await send(typed);
      } catch (error) {
        if (!isApiError(error) || Object.keys(error.fields).length === 0) show(error, failed);
        throw error;
      }
    },
  });
