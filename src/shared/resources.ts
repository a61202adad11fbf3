/**
 * What answers are made of and changes alter, as far as a cached answer can go stale by it: a read names what it reads,
 * a mutation what it changes (see `Endpoint`), and the screens refetch where the two meet.
 */
export type Resource =
  /** Who is signed in: name, licence numbers, email, password. */
  | "account"
  | "clinic"
  | "clinics"
  | "consoleLog"
  | "consultations"
  | "contactMessages"
  | "customFields"
  | "favourites"
  | "files"
  | "fullHistories"
  | "notifications"
  /** Records with their state: archived, admitted, waiting, paid. */
  | "patients"
  | "prescriptions"
  /** What is noted of a patient. */
  | "recordHistory"
  | "referrals"
  | "secondFactor"
  | "sessions"
  | "signIns"
  | "staff"
  /** What is noted of the accounts of staff. */
  | "staffHistory"
  | "standingHistory"
  | "storage"
  | "tasks"
  | "upgradeRequest"
  /** The names of the clinic's users, which stand beside what they wrote. */
  | "users"
  | "vitalSigns";
