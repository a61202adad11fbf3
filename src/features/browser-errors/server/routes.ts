import { hourlyLimit } from "#server/http/hourly-limit.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { reportBrowserError, reportsPerHour } from "../contract.ts";
import { withoutValues } from "../without-values.ts";

export const browserErrorRoutes = (app: App): void => {
  const countReport = hourlyLimit(app, "browser-errors", reportsPerHour);
  serve(app, reportBrowserError, async ({ body }, { request }) => {
    await countReport(request, "Too many reports.");
    // The browser has already removed values; other clients may not have.
    request.log.warn(
      { browserError: { ...body, message: withoutValues(body.message) } },
      "error in a browser",
    );
    return { message: "Reported" };
  });
};
