/**
 * What queries read and mutations change (see `Endpoint`): after a mutation the screens refetch every query of its
 * resources.
 */
export type Resource =
  /** Who is signed in: name, licence numbers, email, password. */
  | "account"
  /** Short words at the head of a record. */
  | "alerts"
  /** Allergies, and that none are known. */
  | "allergies"
  /** Keys by which programs read the clinic's records. */
  | "apiKeys"
  /** What is booked, and who was due and did not come. */
  | "appointments"
  /** Bills with their payments. */
  | "bills"
  /** Links of other calendar programs. */
  | "calendarFeeds"
  | "clinic"
  | "clinics"
  | "consoleLog"
  | "consultations"
  | "contactMessages"
  | "customFields"
  /** What was taken since the last count. */
  | "dayCount"
  /** When the clinic is closed beside its hours. */
  | "daysOff"
  /** Links of the waiting room. */
  | "displays"
  | "favourites"
  | "files"
  | "fullHistories"
  /** Next of kin, guardians, and who is of one household. */
  | "households"
  /** Medicines from elsewhere, and which of the prescribed ones were stopped. */
  | "medicines"
  /** Vaccine doses given. */
  | "immunizations"
  /** Lists that are imported, with their rows. */
  | "imports"
  /** Which records were merged, and which are two people's. */
  | "merges"
  | "notifications"
  /** Records with their state: archived, admitted, waiting, paid. */
  | "patients"
  /** Where the clinic sees patients. */
  | "places"
  /** Pregnancies with their dates and outcomes. */
  | "pregnancies"
  | "prescriptions"
  /** The problem list. */
  | "problems"
  /** What is typed short, and note templates. */
  | "quickTexts"
  /** What is noted of a patient. */
  | "recordHistory"
  | "referrals"
  /** What patients consent to be sent, and what was sent. */
  | "reminders"
  /** Certificates and requests. */
  | "papers"
  /** The clinic's own wordings of them. */
  | "paperTemplates"
  /** What laboratories found. */
  | "results"
  /** The clinic's own ranges, and the units of its laboratories. */
  | "resultSettings"
  | "secondFactor"
  /** The price list. */
  | "services"
  | "sessions"
  | "signIns"
  | "staff"
  /** What is noted of the accounts of staff. */
  | "staffHistory"
  | "standingHistory"
  | "storage"
  | "tasks"
  | "upgradeRequest"
  /** The names of the clinic's users, which are shown with what they wrote. */
  | "users"
  /** The queue of a day. */
  | "visits"
  | "vitalSigns"
  /** Addresses that are told what happened. */
  | "webhooks";
