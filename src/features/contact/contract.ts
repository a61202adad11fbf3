import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { emailAddress, optionalText, requiredText } from "#shared/fields.ts";

export const ContactMessage = z.object({
  name: requiredText("Name is required"),
  email: emailAddress("Please enter a valid email address"),
  phone: z.optional(optionalText(50)),
  clinic: z.optional(optionalText(255)),
  subject: requiredText("Subject is required"),
  message: requiredText("Message is required", 5000),
});

export const sendContactMessage = endpoint({
  method: "POST",
  path: "/api/contact",
  access: "public",
  audit: null,
  changes: ["contactMessages"],
  body: ContactMessage,
  response: z.object({ message: z.string() }),
});
