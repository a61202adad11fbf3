/**
 * Names of what queries read and mutations change (see `Endpoint`): after a mutation the screens refetch every query
 * with one of its tags.
 */
export type CacheTag =
  /** Who is signed in: name, licence numbers, email, password. */
  | "account"
  /** Short words at the head of a record. */
  | "alerts"
  /** Allergies, and that none are known. */
  | "allergies"
  /** API keys for reading the clinic's records. */
  | "apiKeys"
  /** Bookings and missed appointments. */
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
  /** Payments since the last count. */
  | "dayCount"
  /** Days on which the clinic is closed. */
  | "daysOff"
  /** Links of the waiting room. */
  | "displays"
  /** What doctors get of their lines. */
  | "doctorShares"
  /** Who practises in the clinic, and what papers say of each. */
  | "doctors"
  /** Archives of the whole clinic. */
  | "exports"
  | "favourites"
  | "files"
  | "fullHistories"
  /** Next of kin, guardians and households. */
  | "households"
  /** Medicines from elsewhere, and stopped prescriptions. */
  | "medicines"
  /** Vaccine doses given. */
  | "immunizations"
  /** Imported lists with their rows. */
  | "imports"
  /** Merged records, and pairs marked as different people. */
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
  /** Quick texts and note templates. */
  | "quickTexts"
  /** The record history of patients. */
  | "recordHistory"
  | "referrals"
  /** Consents to reminders, and sent reminders. */
  | "reminders"
  /** Certificates and requests. */
  | "papers"
  /** The clinic's own templates for papers. */
  | "paperTemplates"
  /** Laboratory results. */
  | "results"
  /** The clinic's own ranges, and the units of its laboratories. */
  | "resultSettings"
  | "secondFactor"
  /** The price list. */
  | "services"
  | "sessions"
  /** The picture of a doctor's signature. */
  | "signature"
  | "signIns"
  | "staff"
  /** The history of staff accounts. */
  | "staffHistory"
  | "standingHistory"
  /** Closed statements of doctors. */
  | "statements"
  | "storage"
  | "tasks"
  | "upgradeRequest"
  /** The names of the clinic's users, shown with their entries. */
  | "users"
  /** Who waits without being a patient. */
  | "visitors"
  /** The queue of a day. */
  | "visits"
  | "vitalSigns"
  /** Webhooks and their deliveries. */
  | "webhooks";
