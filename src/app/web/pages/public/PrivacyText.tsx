import type { ReactNode } from "react";
import { Wordmark } from "#app/web/pages/shell/Brand.tsx";
import { DRAFT_DAYS, RETENTION_YEARS } from "#shared/retention.ts";
import { useSupportContact } from "#web/support-contact.ts";

/** What we store, why, how long, who is responsible, and whom to contact (Republic Act 10173). */
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
            The clinic that registered you is the <b>personal information controller</b>: it decides what goes
            into your record, which of its staff may see it, and how long it is kept. Klinika is its{" "}
            <b>personal information processor</b>: it stores the record and shows it to that clinic, and to
            another clinic only what a referral shares.
          </p>
        </Part>
        <Part title="What we store">
          <List
            items={[
              "Patients: name, age or birthday, sex, address and contact details, admission numbers and stays, allergies, vital signs, consultations, diagnoses, procedures, prescriptions, files such as laboratory results, amounts and payment status.",
              "Users: name, email address, phone, role, permissions, license, PTR and S2 numbers, specialization, and a password that is stored only as a hash.",
              "Every view, change, print or export of a patient's record in a clinic: who did it and when, and what was changed.",
              "Logins: when, from which browser and network address, and whether it succeeded, for one year. The user, the clinic's owner and Klinika's administrators can see it.",
              "Two-step sign-in: the authenticator app's secret, passkeys' public keys and names, and recovery codes and the staff mode PIN only as hashes.",
              "Messages sent through the contact form.",
            ]}
          />
        </Part>
        <Part title="Why">
          <p>
            To treat patients and to document the treatment, as the law and the profession require; to admit,
            discharge and bill; to refer a patient to another clinic, where the clinic can record that the
            patient agreed. Klinika shows no advertising and shares records with no one else.
          </p>
        </Part>
        <Part title="How long">
          <p>
            A clinic keeps a record for as long as it treats the patient, and longer if it must. Department of
            Health Circular 2021-0226 requires <b>{RETENTION_YEARS.outpatient} years</b> after the last
            consultation, and <b>{RETENTION_YEARS.inpatient} years</b> for inpatients. A record that a clinic
            deletes disappears from lists and search immediately. It is locked for that period, counted from
            its last entry, and then destroyed with its files and photo. A note of when, without a name,
            remains. Older backups lose it as they are replaced.
          </p>
        </Part>
        <Part title="Who can see it">
          <p>
            The clinic's owner and the staff the owner has given access. A clinic that a patient is referred
            to sees a summary, and receives its own copy of what is shared when it accepts. Administrators see
            accounts and totals, never a patient's record. The people who operate the server can access what
            is stored on it in order to repair or restore it.
          </p>
        </Part>
        <Part title="What this browser stores">
          <p>
            A cookie and a token that keep you logged in, and a cookie that recognizes a device you have used
            before. It also stores unsaved forms, for up to {DRAFT_DAYS} days, and records you opened, so you
            can read them offline. Both are encrypted for you and deleted when you log out. The device cookie
            and your keyboard shortcut setting remain. There are no third-party cookies.
          </p>
        </Part>
        <Part title="Your rights">
          <p>
            You may ask what is stored about you, have mistakes corrected, object, receive a readable copy and
            a data file, ask for data to be erased or blocked unless the law requires it to be kept, and file
            a complaint with the National Privacy Commission (privacy.gov.ph). Contact the clinic that treats
            you first; it is responsible for your record.
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
