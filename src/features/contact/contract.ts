import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { emailAddress, optionalLine, requiredLine, requiredText } from "#shared/formats/fields.ts";

export const ContactMessage = z.object({
  name: requiredLine("Name is required"),
  email: emailAddress("Please enter a valid email address"),
  phone: z.optional(optionalLine(50)),
  clinic: z.optional(optionalLine(255)),
  subject: requiredLine("Subject is required"),
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
