import { Mail, Phone } from "lucide-react";
import { ContactForm } from "#features/contact/web/ContactForm.tsx";
import { useSupportContact } from "#web/support-contact.ts";
import { LandingChapter } from "./LandingChapter.tsx";

const line =
  "mt-3 flex items-center gap-2.5 text-ink-2 no-underline hover:text-ink max-md:min-h-touch max-md:mt-1";

export function LandingContact() {
  const { phone, email } = useSupportContact();
  return (
    <LandingChapter
      id="contact"
      intro="Write to us about a trial, a payment or moving your records."
      below={
        <>
          {phone && (
            <a href={`tel:${phone.replace(/[^\d+]/g, "")}`} className={`${line} tabular-nums`}>
              <Phone />
              {phone}
            </a>
          )}
          {email && (
            <a href={`mailto:${email}`} className={line}>
              <Mail />
              {email}
            </a>
          )}
        </>
      }
    >
      <ContactForm />
    </LandingChapter>
  );
}
