import { networkOf } from "#server/http/network-address.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { Failure } from "#shared/errors.ts";
import { sendContactMessage } from "../contract.ts";

const hour = 3_600_000;

export const contactRoutes = (app: App): void => {
  // A separate scope: only this route accepts the content type of a plain form.
  app.register(async (form) => {
    form.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string" },
      (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(String(text)))),
    );
    const takeTurn = form.createRateLimit({
      max: app.kit.settings.contactMessagesPerHour,
      timeWindow: hour,
      keyGenerator: (request) => `contact:${networkOf(request.ip)}`,
    });
    serve(form, sendContactMessage, async ({ body }, { kit, now, request }) => {
      // Counted here, so that an invalid message does not use up the hour's limit.
      const turn = await takeTurn(request);
      if (!turn.isAllowed && turn.isExceeded)
        throw new Failure(
          "too_many",
          "You have sent several messages already. Please try again in an hour.",
          {},
          turn.ttlInSeconds,
        );
      await kit.databases.functions.value("storeContactMessage", {
        name: body.name,
        email: body.email,
        phone: body.phone ?? null,
        clinic: body.clinic ?? null,
        subject: body.subject,
        message: body.message,
        at: now,
      });
      return { message: "Thank you. Your message was sent, and we will reply by email." };
    });
  });
};
