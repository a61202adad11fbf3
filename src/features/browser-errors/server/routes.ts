import { networkOf } from "#server/http/network-address.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { Failure } from "#shared/errors.ts";
import { reportBrowserError, reportsPerHour } from "../contract.ts";
import { withoutValues } from "../without-values.ts";

export const browserErrorRoutes = (app: App): void => {
  const takeTurn = app.createRateLimit({
    max: reportsPerHour,
    timeWindow: 3_600_000,
    keyGenerator: (request) => `browser-errors:${networkOf(request.ip)}`,
  });
  serve(app, reportBrowserError, async ({ body }, { request }) => {
    const turn = await takeTurn(request);
    if (!turn.isAllowed && turn.isExceeded)
      throw new Failure("too_many", "Too many reports.", {}, turn.ttlInSeconds);
    // The browser has already removed values; other clients may not have.
    request.log.warn(
      { browserError: { ...body, message: withoutValues(body.message) } },
      "error in a browser",
    );
    return { message: "Reported" };
  });
};
