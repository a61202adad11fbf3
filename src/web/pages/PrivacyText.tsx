import type { ReactNode } from "react";
import { DRAFT_DAYS, RETENTION_YEARS } from "#shared/retention.ts";
import { useSupportContact } from "#web/support-contact.ts";
import { Wordmark } from "./shell/Brand.tsx";

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
            <b>personal information processor</b>: it stores the record and shows it to that clinic, and to
            another clinic only what a referral shares.
          </p>
        </Part>
        <Part title="What is kept">
          <List
            items={[
              "Of patients: name, age or birthday, sex, address and contact details, admission numbers and stays, allergies, vital signs, consultations, diagnoses, procedures, prescriptions, files such as laboratory results, amounts and payment status.",
              "Of users: name, email address, phone, role, permissions, license, PTR and S2 numbers, specialization, and a password that is stored only as a hash.",
              "Of every view, change, print or export of a patient's record through a clinic's screens: who did it, and when. Of a change also what was changed.",
              "Of logging in: when, from which browser and network address, and whether it succeeded, for one year. The user, the clinic's owner and Klinika's administrators can see it.",
              "Of two-step sign-in: the authenticator app's secret, passkeys' public keys and names, and recovery codes and the staff mode PIN only as hashes.",
              "Of messages sent through the contact form: what was written in it.",
            ]}
          />
        </Part>
        <Part title="Why">
          <p>
            To treat patients and to document the treatment, as physicians are bound to by law and by their
            profession; to admit, discharge and bill; to refer a patient to another clinic, where the clinic
            can record that the patient agreed. Klinika has no advertising and sends records to nobody else.
          </p>
        </Part>
        <Part title="How long">
          <p>
            A clinic keeps a record for as long as it treats the patient, and longer if it must. The
            Department of Health asks in its Circular 2021-0226 for <b>{RETENTION_YEARS.outpatient} years</b>{" "}
            after the last consultation, and <b>{RETENTION_YEARS.inpatient} years</b> for inpatients. A record
            that a clinic deletes leaves every list and search at once. It stays sealed for that time, counted
            from its last entry; then it is destroyed with its files and photo. One line stays that says when,
            without saying who. Backups that were made before lose it as they are replaced.
          </p>
        </Part>
        <Part title="Who can see it">
          <p>
            The clinic's owner, and those of its staff to whom the owner gave the right. A clinic that a
            patient is referred to sees a summary, and gets its own copy of what is shared when it accepts.
            The administrators' screens show accounts and numbers, never a patient's record. Whoever operates
            the server can reach what is stored on it, to repair and restore it.
          </p>
        </Part>
        <Part title="What this browser keeps">
          <p>
            One cookie and a token for being logged in, and one cookie that recognizes a device that logged in
            before. Of your work: forms that are not saved yet, for at most {DRAFT_DAYS} days, and records you
            opened, to read them without a connection. Both are encrypted for you and are wiped when you log
            out. The device's cookie, and whether you turned keyboard shortcuts off, stay. There are no
            cookies of anybody else.
          </p>
        </Part>
        <Part title="Your rights">
          <p>
            You may ask what is kept about you, have mistakes corrected, object, receive a copy to read and as
            a data file, ask that data be erased or blocked where the law does not ask for keeping it, and
            complain to the National Privacy Commission (privacy.gov.ph). Ask the clinic that treats you
            first: it answers for your record.
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
