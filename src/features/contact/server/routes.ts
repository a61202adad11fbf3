import { hourlyLimit } from "#server/http/hourly-limit.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { sendContactMessage } from "../contract.ts";

export const contactRoutes = (app: App): void => {
  // A separate scope: only this route accepts the content type of a plain form.
  app.register(async (form) => {
    form.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string" },
      (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(String(text)))),
    );
    const countMessage = hourlyLimit(form, "contact", app.kit.settings.contactMessagesPerHour);
    serve(form, sendContactMessage, async ({ body }, { kit, now, request }) => {
      await countMessage(request, "You have sent several messages already. Please try again in an hour.");
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
