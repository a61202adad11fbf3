import type { ReactNode } from "react";
import { useSupportContact } from "#web/support-contact.ts";
import { Wordmark } from "./Brand.tsx";

/** What is kept, why, how long, who answers for it, and whom to ask (Republic Act 10173). */
export function PrivacyText() {
  return (
    <div className="mx-auto max-w-180 px-gutter pb-16">
      <header className="py-5" data-print="no">
        <Wordmark />
      </header>
      <main id="main">
        <h1 className="text-2xl font-strong tracking-tight">Privacy</h1>
        <p className="mt-1 text-ink-2">
          How Klinika treats the data of patients and users under the Data Privacy Act of 2012 (Republic Act
          10173).
        </p>
        <Part title="Who is responsible">
          <p>
            The clinic that registered you is the <b>personal information controller</b>: it decides what is
            written into your record, who of its people may see it, and how long it is kept. Klinika is its{" "}
            <b>personal information processor</b>: it stores the record and shows it to that clinic only.
          </p>
        </Part>
        <Part title="What is kept">
          <List
            items={[
              "Of patients: name, age or birthday, sex, address and contact details, admission numbers and stays, allergies, vital signs, consultations, diagnoses, procedures, prescriptions, files such as laboratory results, amounts and payment status.",
              "Of users: name, email address, role, permissions, licence, PTR and S2 numbers, and a password that is stored only as a hash nobody can read.",
              "Of every look at, change, print or export of a patient's record: who did it, and when.",
              "Of messages sent through the contact form: what was written in it.",
            ]}
          />
        </Part>
        <Part title="Why">
          <p>
            To treat patients and to document the treatment, as physicians are bound to by law and by their
            profession; to admit, discharge and bill; to refer a patient to another clinic with that patient's
            agreement. Records are not used for advertising and are not sold.
          </p>
        </Part>
        <Part title="How long">
          <p>
            Records are kept as long as the Department of Health asks for in its Circular 2021-0226: at least{" "}
            <b>7 years</b> for outpatients and <b>10 years</b> for inpatients, counted from the last visit. A
            record that a clinic deletes leaves every list and search at once and is sealed until that time is
            over. Then it is destroyed.
          </p>
        </Part>
        <Part title="Who can see it">
          <p>
            The clinic's owner, and those of its staff to whom the owner gave the right. Another clinic sees a
            record only when the patient was referred to it. The administrators of Klinika see accounts and
            numbers, never a patient's record.
          </p>
        </Part>
        <Part title="What this browser keeps">
          <p>
            One cookie for being logged in, one that recognises a device which logged in before, and what is
            needed to come back to your work. It is bound to you and your clinic and is wiped when you log
            out. There are no cookies of anybody else.
          </p>
        </Part>
        <Part title="Your rights">
          <p>
            You may ask what is kept about you, have mistakes corrected, object, receive a copy, and complain
            to the National Privacy Commission (privacy.gov.ph). Ask the clinic that treats you first: it
            answers for your record.
          </p>
        </Part>
        <Part title="Contact">
          <Contact />
        </Part>
        <p className="mt-8" data-print="no">
          <a href="/">Back to Klinika</a>
        </p>
      </main>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-6 border-t border-line pt-4 md:grid md:grid-cols-[10rem_minmax(0,1fr)] md:gap-6">
      <h2 className="font-strong max-md:mb-1.5">{title}</h2>
      <div className="[&_b]:font-strong">{children}</div>
    </section>
  );
}

function List({ items }: { items: readonly string[] }) {
  return (
    <ul className="grid list-disc gap-2 pl-5">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

function Contact() {
  const { phone, email } = useSupportContact();
  if (!phone && !email)
    return (
      <p>
        Questions about Klinika itself: <a href="/#contact">write to us</a>.
      </p>
    );
  return (
    <p>
      Questions about Klinika itself: {phone && <span className="tabular-nums">{phone}</span>}
      {phone && email && ", "}
      {email && <a href={`mailto:${email}`}>{email}</a>}.
    </p>
  );
}
