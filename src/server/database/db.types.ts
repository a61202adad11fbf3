// Drawn from the migrated schema by `npm run db:types`; a test fails when it is stale.
import type { ColumnType, GeneratedAlways } from "kysely";
import type { VitalSigns } from "#shared/clinical/vital-signs.ts";
import type { Role } from "#shared/permissions.ts";
import type { SubscriptionStatus } from "#shared/subscription.ts";

type Json = ColumnType<unknown, string, string>;
type NullableJson = ColumnType<unknown, string | null, string | null>;
type Generated<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;

export interface AdmissionCountersTable {
  clinicId: number;
  day: string;
  count: number;
}

export interface AdmissionsTable {
  clinicId: number;
  id: Generated<number>;
  patientId: number;
  hospital: string;
  roomNumber: string | null;
  admittedAt: string;
  dischargedAt: string | null;
}

export interface AlertsTable {
  clinicId: number;
  id: Generated<number>;
  patientId: number;
  words: string;
  isWarning: Generated<boolean>;
  state: Generated<string>;
  recordedById: number;
  recordedAt: string;
  updatedAt: string;
  version: Generated<number>;
}

export interface AllergiesTable {
  clinicId: number;
  id: Generated<number>;
  patientId: number;
  kind: Generated<string>;
  substance: string;
  reaction: string | null;
  severity: string | null;
  howKnown: string | null;
  state: Generated<string>;
  recordedById: number | null;
  recordedAt: string;
  updatedAt: string;
  version: Generated<number>;
}

export interface ApiKeysTable {
  clinicId: number;
  id: Generated<number>;
  name: string;
  scopes: string[];
  tokenHash: Buffer;
  lastFour: string;
  madeById: number;
  madeAt: string;
  expiresOn: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
}

export interface AppointmentsTable {
  clinicId: number;
  id: Generated<number>;
  placeId: number;
  patientId: number | null;
  visitId: number | null;
  personName: string | null;
  contactNumber: string | null;
  startsAt: string;
  minutes: number;
  reason: string | null;
  note: string | null;
  state: Generated<string>;
  createdById: number;
  createdAt: string;
  updatedAt: string;
  practitionerId: Generated<number>;
}

export interface BillCountersTable {
  clinicId: number;
  year: number;
  count: number;
}

export interface BillsTable {
  clinicId: number;
  id: Generated<number>;
  number: string;
  patientId: number;
  visitId: number | null;
  day: string;
  isFromRecord: Generated<boolean>;
  lines: Json;
  isVatRegistered: boolean;
  charges: string;
  vatExemption: Generated<string>;
  discountKind: string | null;
  discountPercent: string | null;
  discount: Generated<string>;
  discountIdNumber: string | null;
  discountName: string | null;
  due: string;
  paid: Generated<string>;
  hmoPaid: Generated<string>;
  balance: GeneratedAlways<string>;
  hmoCompany: string | null;
  hmoCard: string | null;
  hmoLoa: string | null;
  hmoValidUntil: string | null;
  hmoApproved: string | null;
  hmoBilledAt: string | null;
  hmoReference: string | null;
  isOverdue: Generated<boolean>;
  voidedAt: string | null;
  voidedById: number | null;
  voidReason: string | null;
  isOpen: GeneratedAlways<boolean>;
  createdById: number;
  createdAt: string;
  updatedAt: string;
  patientShare: string;
  patientBalance: string;
  practitionerId: Generated<number>;
}

export interface CalendarFeedsTable {
  clinicId: number;
  id: Generated<number>;
  placeId: number | null;
  tokenHash: Buffer;
  createdById: number;
  createdAt: string;
  practitionerId: number | null;
}

export interface ClinicPapersTable {
  clinicId: number;
  id: Generated<number>;
  patientId: number;
  number: string;
  kind: string;
  templateId: number | null;
  title: string;
  day: string;
  fields: Json;
  sheet: Json;
  initials: string;
  codeSeed: Buffer;
  codeHash: Buffer;
  state: string;
  preparedById: number;
  doctorName: string | null;
  releasedById: number | null;
  releasedAt: string | null;
  withdrawnById: number | null;
  withdrawnAt: string | null;
  withdrawReason: string | null;
  createdAt: string;
  confidentialToId: number | null;
  practitionerId: Generated<number>;
  signatureId: number | null;
}

export interface ClinicReleasesTable {
  id: Generated<number>;
  aboutClinicId: number;
  adminId: number;
  reason: string;
  releasedAt: string;
  until: string;
}

export interface ClinicStandingChangesTable {
  id: Generated<number>;
  aboutClinicId: number;
  changedAt: string;
  adminId: number;
  what: string;
  was: string;
  isNow: string;
}

export interface ClinicsTable {
  id: Generated<number>;
  name: string;
  subdomain: string;
  logoUrl: string | null;
  primaryColor: Generated<string>;
  setupFee: Generated<string>;
  monthlyFee: Generated<string>;
  isActive: Generated<boolean>;
  subscriptionStatus: Generated<string>;
  trialEndsAt: string | null;
  address: string | null;
  phone: string | null;
  email: string | null;
  bedCapacity: Generated<number>;
  createdAt: Generated<string>;
  updatedAt: Generated<string>;
  triplicateUntil: string | null;
  searchText: GeneratedAlways<string | null>;
  logo: Buffer | null;
  requiresSecondFactor: Generated<boolean>;
  verifiedAt: string | null;
  setupDismissedAt: string | null;
  queueHasVitals: Generated<boolean>;
  queueHasPayment: Generated<boolean>;
  isVatRegistered: Generated<boolean>;
  tin: string | null;
  adultRanges: NullableJson;
  letterheads: Generated<Json>;
}

export interface ConsoleLogTable {
  id: Generated<number>;
  at: string;
  adminId: number;
  call: string;
  aboutId: number | null;
  address: string;
  userAgent: string | null;
  detail: string | null;
}

export interface ConsultationAddendaTable {
  clinicId: number;
  id: Generated<number>;
  patientId: number;
  consultationId: number;
  authorId: number;
  text: string;
  createdAt: Generated<string>;
  inErrorAt: string | null;
  inErrorById: number | null;
  inErrorReason: string | null;
  confidentialToId: number | null;
}

export interface ConsultationDiagnosesTable {
  clinicId: number;
  id: Generated<number>;
  patientId: number;
  consultationId: number;
  position: number;
  words: string;
  code: string | null;
  day: string;
  inErrorAt: string | null;
  confidentialToId: number | null;
}

export interface ConsultationRecordsTable {
  clinicId: number;
  id: Generated<number>;
  patientId: number;
  doctorId: number | null;
  writtenById: number;
  chiefComplaint: string | null;
  historyOfPresentIllness: string | null;
  pastMedicalHistory: string | null;
  medicationsAllergies: string | null;
  familySocialHistory: string | null;
  pastSurgeries: string | null;
  hospitalizations: string | null;
  workingDiagnosis: string | null;
  finalDiagnosis: string | null;
  managementPlan: string | null;
  status: Generated<string>;
  version: Generated<number>;
  finishedAt: string | null;
  createdAt: Generated<string>;
  updatedAt: Generated<string>;
  inErrorAt: string | null;
  inErrorById: number | null;
  inErrorReason: string | null;
  confidentialToId: number | null;
}

export interface ConsultationsTable {
  clinicId: number;
  id: Generated<number>;
  patientId: number;
  secretaryId: number | null;
  consultationType: Generated<string>;
  chiefComplaint: string | null;
  historyOfPresentIllness: string | null;
  vitalSigns: ColumnType<VitalSigns | null, string | null, string | null>;
  physicalExamination: string | null;
  diagnosis: string | null;
  treatment: string | null;
  medications: string | null;
  followUpDate: string | null;
  notes: string | null;
  isIntake: Generated<boolean>;
  createdAt: Generated<string>;
  vitalsInErrorAt: string | null;
  vitalsInErrorById: number | null;
  vitalsInErrorReason: string | null;
  vitalsFromId: number | null;
  inErrorAt: string | null;
  inErrorById: number | null;
  inErrorReason: string | null;
  confidentialToId: number | null;
  practitionerId: Generated<number>;
}

export interface ContactMessagesTable {
  id: Generated<number>;
  name: string;
  email: string;
  phone: string | null;
  clinic: string | null;
  subject: string;
  message: string;
  createdAt: Generated<string>;
  kind: Generated<string>;
  clinicId: number | null;
  handledAt: string | null;
  handledById: number | null;
  mailedAt: string | null;
  mailAttempts: Generated<number>;
  mailNextAt: string | null;
}

export interface CredentialsTable {
  userId: number;
  passwordHash: string;
  temporaryUntil: string | null;
  changedAt: Generated<string>;
}

export interface CustomFieldDefinitionsTable {
  clinicId: number;
  id: Generated<number>;
  fieldName: string;
  fieldType: Generated<string>;
  fieldOptions: Generated<string[]>;
  isRequired: Generated<boolean>;
  displayOrder: Generated<number>;
  isActive: Generated<boolean>;
  createdAt: Generated<string>;
}

export interface DayClosingsTable {
  clinicId: number;
  id: Generated<number>;
  day: string;
  userId: number | null;
  closedById: number;
  closedAt: string;
  payments: number;
  methods: Json;
  expected: string;
  counted: string;
  note: string | null;
  openingFloat: Generated<string>;
  pettyCash: Generated<string>;
}

export interface DaysOffTable {
  clinicId: number;
  id: Generated<number>;
  placeId: number | null;
  firstDay: string;
  lastDay: string;
  isOpen: Generated<boolean>;
  note: string | null;
  createdById: number;
  createdAt: string;
  practitionerId: number | null;
}

export interface DismissedDuplicatesTable {
  clinicId: number;
  id: Generated<number>;
  firstId: number;
  secondId: number;
  dismissedById: number;
  dismissedAt: string;
}

export interface DisplaysTable {
  clinicId: number;
  id: Generated<number>;
  placeId: number;
  tokenHash: Buffer;
  createdById: number;
  createdAt: string;
}

export interface DoctorSharesTable {
  clinicId: number;
  id: Generated<number>;
  practitionerId: number;
  serviceId: number | null;
  percent: string | null;
  amount: string | null;
  setById: number;
  setAt: string;
  endedAt: string | null;
}

export interface DrawerLinesTable {
  clinicId: number;
  id: Generated<number>;
  userId: number;
  kind: string;
  amount: string;
  note: string | null;
  at: string;
  voidedAt: string | null;
  voidReason: string | null;
  closingId: number | null;
}

export interface ExportsTable {
  clinicId: number;
  id: Generated<number>;
  state: Generated<string>;
  hasPapers: boolean;
  part: string | null;
  done: Generated<number>;
  total: Generated<number>;
  bytes: number | null;
  patients: number | null;
  files: number | null;
  problem: string | null;
  storedAs: string | null;
  createdById: number;
  createdAt: string;
  readyAt: string | null;
  expiresAt: string | null;
  leasedUntil: string | null;
  attempts: Generated<number>;
  linkHash: Buffer | null;
  linkUntil: string | null;
}

export interface ExtraHoursTable {
  clinicId: number;
  id: Generated<number>;
  practitionerId: number;
  placeId: number;
  day: string;
  opens: string;
  closes: string;
  createdById: number;
  createdAt: string;
}

export interface FavouritePrescriptionsTable {
  clinicId: number;
  id: Generated<number>;
  userId: number;
  name: string;
  medications: Json;
  additionalInstructions: string | null;
  createdAt: Generated<string>;
  updatedAt: Generated<string>;
}

export interface FhirExportsTable {
  clinicId: number;
  id: Generated<number>;
  userId: number;
  types: string[];
  state: Generated<string>;
  files: Generated<Json>;
  leasedUntil: string | null;
  attempts: Generated<number>;
  createdAt: string;
  since: string | null;
}

export interface FilesTable {
  clinicId: number;
  id: Generated<number>;
  path: string;
  storedAs: string;
  name: string;
  type: string;
  size: number;
  sha256: Buffer;
  category: string | null;
  patientId: number | null;
  uploadedById: number | null;
  uploadedAt: string;
  attachedAt: string | null;
  removedAt: string | null;
  givenUpAt: string | null;
  confidentialToId: number | null;
}

export interface FilesToRemoveTable {
  clinicId: number;
  storedAs: string;
  queuedAt: string;
}

export interface Icd10CodesTable {
  code: string;
  title: string;
}

export interface Icd10ListsTable {
  id: Generated<number>;
  codeCount: number;
  loadedAt: string;
}

export interface IdempotencyKeysTable {
  clinicId: number;
  userId: number;
  endpoint: string;
  key: string;
  bodyHash: Buffer;
  status: number | null;
  answer: NullableJson;
  createdAt: Generated<string>;
}

export interface ImmunizationsTable {
  clinicId: number;
  id: Generated<number>;
  patientId: number;
  vaccine: string;
  dose: number;
  date: string;
  brand: string | null;
  lot: string | null;
  site: string | null;
  isElsewhere: Generated<boolean>;
  state: Generated<string>;
  createdById: number;
  createdAt: string;
  updatedAt: string;
  version: Generated<number>;
}

export interface ImportHeadersTable {
  clinicId: number;
  header: string;
  target: string | null;
  kind: string;
}

export interface ImportRowsTable {
  clinicId: number;
  id: Generated<number>;
  importId: number;
  rowNo: number;
  cells: Json;
  fields: NullableJson;
  patientName: string | null;
  birthday: string | null;
  contactNumber: string | null;
  faults: Generated<Json>;
  state: Generated<string>;
  choice: string | null;
  matchPatientId: number | null;
  matchRow: number | null;
  isSure: Generated<boolean>;
  patientId: number | null;
  patientVersion: number | null;
  filled: Generated<string[]>;
  reason: string | null;
  consultationId: number | null;
}

export interface ImportsTable {
  clinicId: number;
  id: Generated<number>;
  fileName: string;
  format: string;
  sheet: string | null;
  sheets: Generated<string[]>;
  state: Generated<string>;
  columns: Json;
  mapping: Json;
  rowCount: number;
  progress: Generated<number>;
  figures: Generated<Json>;
  problem: string | null;
  newestPatientId: Generated<number>;
  createdById: number;
  workedForId: number;
  leasedUntil: string | null;
  attempts: Generated<number>;
  createdAt: string;
  ranAt: string | null;
  takenBackAt: string | null;
  rowsRemovedAt: string | null;
  leftOut: string | null;
  bytes: Generated<number>;
  encoding: string | null;
}

export interface KnownDevicesTable {
  userId: number;
  deviceHash: Buffer;
  lastUsedAt: string;
}

export interface LaboratoriesTable {
  clinicId: number;
  id: Generated<number>;
  name: string;
  units: Generated<Json>;
  usedAt: string;
}

export interface LetteredQueueCountersTable {
  clinicId: number;
  placeId: number;
  day: string;
  letter: string;
  count: number;
}

export interface LettersWithLinkTable {
  id: number;
  kind: string;
  email: string;
  askedAt: string;
  attempts: Generated<number>;
  nextAt: string;
}

export interface LogSealsTable {
  log: string;
  lastId: number;
  hash: Buffer;
  rowIds: string[];
  rowHashes: Buffer[];
  rowTimes: string[];
  sealedAt: Generated<string>;
}

export interface MailedLinksTable {
  tokenHash: Buffer;
  userId: number;
  kind: string;
  createdAt: string;
  expiresAt: string;
}

export interface MedicineStopsTable {
  clinicId: number;
  id: Generated<number>;
  patientId: number;
  prescriptionId: number;
  item: number;
  generic: string;
  stoppedOn: string;
  stopReason: string;
  state: Generated<string>;
  recordedById: number;
  recordedAt: string;
  updatedAt: string;
  version: Generated<number>;
  confidentialToId: number | null;
}

export interface MedicinesTable {
  clinicId: number;
  id: Generated<number>;
  patientId: number;
  generic: string;
  dose: string | null;
  since: string | null;
  until: string | null;
  source: string;
  state: Generated<string>;
  stopReason: string | null;
  recordedById: number;
  recordedAt: string;
  updatedAt: string;
  version: Generated<number>;
  confidentialToId: number | null;
}

export interface MergesTable {
  clinicId: number;
  id: Generated<number>;
  survivorId: number;
  otherId: number;
  otherAdmissionNo: string;
  otherName: string;
  otherGlobalId: string;
  mergedById: number;
  mergedAt: string;
  undoneById: number | null;
  undoneAt: string | null;
  kept: NullableJson;
  otherContactNumber: GeneratedAlways<string | null>;
}

export interface MigrationsTable {
  name: string;
  hash: string;
  ranAt: Generated<string>;
}

export interface NotificationsTable {
  clinicId: number;
  id: Generated<number>;
  userId: number;
  type: Generated<string>;
  title: string;
  message: string;
  actionType: string | null;
  actionData: NullableJson;
  createdAt: Generated<string>;
  readAt: string | null;
  referralId: GeneratedAlways<number | null>;
  patientId: GeneratedAlways<number | null>;
}

export interface PaperCountersTable {
  clinicId: number;
  year: number;
  count: number;
}

export interface PaperTemplatesTable {
  clinicId: number;
  id: Generated<number>;
  name: string;
  title: string;
  body: string;
  isActive: Generated<boolean>;
  createdAt: string;
  updatedAt: string;
}

export interface PasskeyChallengesTable {
  challengeHash: Buffer;
  userId: number;
  purpose: string;
  expiresAt: string;
}

export interface PasskeysTable {
  id: Generated<number>;
  userId: number;
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

export interface PatientFamiliesTable {
  clinicId: number;
  id: Generated<number>;
  patientId: number;
  kinName: string | null;
  kinRelation: string | null;
  kinPhone: string | null;
  guardianName: string | null;
  guardianRelation: string | null;
  guardianPhone: string | null;
  guardianPatientId: number | null;
  householdId: number | null;
  householdRelation: string | null;
  recordedById: number;
  recordedAt: string;
  updatedAt: string;
}

export interface PatientNameSoundsTable {
  clinicId: number;
  sound: string;
  patientId: number;
}

export interface PatientPhotosTable {
  clinicId: number;
  patientId: number;
  picture: Buffer;
  createdAt: string;
}

export interface PatientsTable {
  clinicId: number;
  id: Generated<number>;
  admissionNo: string;
  hospital: string;
  patientName: string;
  age: number | null;
  sex: string | null;
  birthday: string | null;
  allergies: string | null;
  address: string | null;
  roomNumber: string | null;
  dateOfAdmission: string | null;
  physicianInCharge: string | null;
  preopDiagnosis: string | null;
  surgicalProcedure: string | null;
  postopDiagnosis: string | null;
  chiefComplaint: string | null;
  historyOfPresentIllness: string | null;
  admissionStatus: Generated<string>;
  paymentStatus: Generated<string>;
  amount: string | null;
  phicPayment: Generated<string>;
  referringPhysician: string | null;
  remarks: string | null;
  contactNumber: string | null;
  email: string | null;
  laboratoryFiles: Generated<string[]>;
  imagingFiles: Generated<string[]>;
  otherFiles: Generated<string[]>;
  internalNotes: string | null;
  patientPhoto: string | null;
  patientStatus: Generated<string>;
  customFields: Generated<Json>;
  appointmentTime: string | null;
  consultationStatus: Generated<string>;
  consultationCompletedAt: string | null;
  lastConsultationAt: string | null;
  isArchived: Generated<boolean>;
  globalPatientId: Generated<string>;
  isSharedPatient: Generated<boolean>;
  originalClinicId: number | null;
  registeredById: number | null;
  version: Generated<number>;
  createdAt: Generated<string>;
  updatedAt: Generated<string>;
  recordDay: GeneratedAlways<string | null>;
  philhealthNumber: string | null;
  visitDiagnosis: string | null;
  visitDiagnosedAt: string | null;
  ownDiagnosedAt: string | null;
  isBilled: Generated<boolean>;
  followUpDate: string | null;
  searchText: GeneratedAlways<string | null>;
  visitCodes: string | null;
  otherText: GeneratedAlways<string | null>;
  householdKey: GeneratedAlways<string | null>;
  ageToldOn: string | null;
  gestationDays: number | null;
  importedOn: string | null;
  occupation: string | null;
  dateOfDischarge: string | null;
}

export interface PaymentsTable {
  clinicId: number;
  id: Generated<number>;
  billId: number | null;
  patientId: number | null;
  method: string;
  amount: string;
  tendered: string | null;
  reference: string | null;
  takenById: number;
  takenAt: string;
  day: string;
  closingId: number | null;
  voidedById: number | null;
  voidedAt: string | null;
  voidDay: string | null;
  voidReason: string | null;
  voidClosingId: number | null;
  searchText: GeneratedAlways<string | null>;
}

export interface PlacesTable {
  clinicId: number;
  id: Generated<number>;
  name: string;
  address: string | null;
  room: string | null;
  isActive: Generated<boolean>;
  createdAt: Generated<string>;
  updatedAt: Generated<string>;
  hours: Generated<Json>;
  slotMinutes: Generated<number>;
  kind: Generated<string>;
}

export interface PlatformOperationsTable {
  id: Generated<number>;
  happenedAt: Generated<string>;
  operator: string;
  command: string;
  aboutClinicId: number | null;
  details: Generated<Json>;
}

export interface PractitionerHoursTable {
  clinicId: number;
  id: Generated<number>;
  practitionerId: number;
  placeId: number;
  hours: Json;
  updatedAt: string;
}

export interface PractitionersTable {
  clinicId: number;
  id: Generated<number>;
  userId: number;
  licenseNumber: string | null;
  ptrNumber: string | null;
  ptrYear: number | null;
  s2Number: string | null;
  specialization: string | null;
  credentials: string | null;
  createdAt: string;
  updatedAt: string;
  printedName: string | null;
  s2EndsOn: string | null;
  letter: Generated<string>;
  isPractising: Generated<boolean>;
  isConfidential: Generated<boolean>;
}

export interface PregnanciesTable {
  clinicId: number;
  id: Generated<number>;
  patientId: number;
  state: string;
  lmp: string | null;
  edc: string | null;
  dueOn: GeneratedAlways<string | null>;
  outcome: string | null;
  endedOn: string | null;
  living: number | null;
  term: number | null;
  preterm: number | null;
  abortions: number | null;
  note: string | null;
  recordedById: number;
  recordedAt: string;
  updatedAt: string;
  version: Generated<number>;
}

export interface PrescriptionsTable {
  clinicId: number;
  id: Generated<number>;
  patientId: number;
  preparedById: number | null;
  releasedById: number | null;
  status: string;
  physicianName: string;
  physicianLicense: string;
  physicianSpecialization: string | null;
  physicianPtr: string | null;
  physicianS2: string | null;
  patientAddress: string | null;
  medications: Json;
  diagnosis: string | null;
  additionalInstructions: string | null;
  prescriptionDate: string;
  createdAt: Generated<string>;
  releasedAt: string | null;
  allergyReason: string | null;
  withdrawnById: number | null;
  withdrawnAt: string | null;
  withdrawReason: string | null;
  confidentialToId: number | null;
  practitionerId: Generated<number>;
  signatureId: number | null;
}

export interface ProblemsTable {
  clinicId: number;
  id: Generated<number>;
  patientId: number;
  words: string;
  code: string | null;
  since: string | null;
  state: Generated<string>;
  recordedById: number;
  recordedAt: string;
  updatedAt: string;
  version: Generated<number>;
  confidentialToId: number | null;
}

export interface QueueCountersTable {
  clinicId: number;
  placeId: number;
  day: string;
  count: number;
}

export interface QuickTextsTable {
  clinicId: number;
  id: Generated<number>;
  userId: number | null;
  name: string;
  title: string;
  text: string | null;
  template: NullableJson;
  isExample: Generated<boolean>;
  createdAt: string;
  updatedAt: string;
}

export interface RecallsTable {
  clinicId: number;
  id: Generated<number>;
  patientId: number;
  dueDay: string;
  outcome: string;
  note: string | null;
  createdById: number;
  createdAt: string;
}

export interface RecordHistoryTable {
  clinicId: number;
  id: Generated<number>;
  patientId: number | null;
  userId: number | null;
  ownerUserId: number | null;
  event: string;
  entity: string | null;
  entityId: number | null;
  changes: Generated<Json>;
  happenedAt: Generated<string>;
  shortChanges: NullableJson;
}

export interface RecordHistorySealsTable {
  clinicId: number;
  id: Generated<number>;
  lastHistoryId: number;
  rowCount: number;
  hash: Buffer;
  sealedAt: Generated<string>;
  rowIds: string[] | null;
  rowHashes: Buffer[] | null;
}

export interface RecoveryCodesTable {
  userId: number;
  codeHash: Buffer;
  usedAt: string | null;
}

export interface ReferralsTable {
  clinicId: number;
  id: Generated<number>;
  side: string;
  status: Generated<string>;
  fromClinicId: number;
  toClinicId: number | null;
  fromClinicName: string;
  toClinicName: string;
  toAddress: string | null;
  globalPatientId: string;
  originalPatientId: number;
  claimedPatientId: number | null;
  patientId: GeneratedAlways<number | null>;
  sentById: number | null;
  referringDoctorId: number | null;
  referringFirstName: string;
  referringLastName: string;
  receivingDoctorId: number | null;
  referralReason: string;
  referralNotes: string | null;
  consentBy: string | null;
  consentAt: string | null;
  patientName: string;
  age: number | null;
  sex: string | null;
  hospital: string;
  admissionNo: string;
  admissionStatus: string;
  preopDiagnosis: string | null;
  postopDiagnosis: string | null;
  shared: NullableJson;
  declineReason: string | null;
  dateReferred: string;
  dateClaimed: string | null;
  createdAt: string;
  updatedAt: string;
  awaitsRelease: Generated<boolean>;
  releasedById: number | null;
  releasedAt: string | null;
  signatureId: number | null;
}

export interface RememberedDevicesTable {
  userId: number;
  deviceHash: Buffer;
  expiresAt: string;
}

export interface ReminderConsentsTable {
  clinicId: number;
  id: Generated<number>;
  patientId: number;
  channel: string;
  isGiven: boolean;
  createdById: number | null;
  createdAt: string;
}

export interface RemindersTable {
  clinicId: number;
  id: Generated<number>;
  patientId: number;
  appointmentId: number;
  channel: string;
  startsAt: string;
  address: string;
  state: Generated<string>;
  attempts: Generated<number>;
  nextAt: string;
  sentAt: string | null;
  problem: string | null;
  stopHash: Buffer | null;
  createdAt: string;
}

export interface RequestedItemsTable {
  clinicId: number;
  id: Generated<number>;
  patientId: number;
  paperId: number;
  label: string;
  panels: string[] | null;
  analytes: string[] | null;
  state: Generated<string>;
  changedById: number | null;
  changedAt: string | null;
  confidentialToId: number | null;
}

export interface ResultRangesTable {
  clinicId: number;
  id: Generated<number>;
  analyte: string;
  bands: Json;
  note: string | null;
  changedById: number;
  changedAt: string;
}

export interface ResultsTable {
  clinicId: number;
  id: Generated<number>;
  patientId: number;
  panel: string;
  collectedAt: string;
  laboratory: string | null;
  note: string | null;
  resultValues: Json;
  resultState: Generated<string>;
  fileId: number | null;
  createdById: number;
  createdAt: string;
  updatedAt: string;
  version: Generated<number>;
  confidentialToId: number | null;
}

export interface SealedRecordsTable {
  clinicId: number;
  id: Generated<number>;
  patientId: number;
  sealedById: number | null;
  reason: string | null;
  record: Json;
  retainUntil: string;
  sealedAt: Generated<string>;
  fileBytes: Generated<number>;
}

export interface SealingTurnsTable {
  onlyOne: Generated<boolean>;
}

export interface SecondFactorChallengesTable {
  tokenHash: Buffer;
  userId: number;
  deskSession: Buffer | null;
  isRemembered: boolean;
  expiresAt: string;
  deviceHash: Buffer | null;
}

export interface SecondFactorsTable {
  userId: number;
  secret: Buffer;
  lastStep: number | null;
  confirmedAt: string | null;
  createdAt: string;
}

export interface ServicesTable {
  clinicId: number;
  id: Generated<number>;
  name: string;
  amount: string;
  isActive: Generated<boolean>;
  createdAt: Generated<string>;
  updatedAt: Generated<string>;
}

export interface SessionsTable {
  tokenHash: Buffer;
  userId: number;
  ownerSession: Buffer | null;
  isRemembered: Generated<boolean>;
  passwordTypedAt: string;
  lastSeenAt: string;
  expiresAt: string;
  createdAt: string;
  id: Generated<number>;
  userAgent: string | null;
  address: string | null;
  rests: Generated<boolean>;
}

export interface SignInFailuresTable {
  attempt: number;
  key: Buffer;
  failedAt: string;
}

export interface SignInsTable {
  id: Generated<number>;
  at: string;
  userId: number | null;
  aboutClinicId: number | null;
  emailHash: Buffer;
  address: string;
  userAgent: string | null;
  way: string;
  isRight: boolean;
  waitsForCode: Generated<boolean>;
}

export interface SignaturesTable {
  clinicId: number;
  id: Generated<number>;
  userId: number;
  image: Buffer;
  createdAt: string;
  endedAt: string | null;
}

export interface SigningKeyTable {
  isTheOnlyRow: Generated<boolean>;
  value: Buffer;
}

export interface StaffModePinsTable {
  userId: number;
  pinHash: string;
  changedAt: string;
}

export interface StatementEntriesTable {
  clinicId: number;
  id: Generated<number>;
  practitionerId: number;
  day: string;
  billId: number;
  line: number;
  paymentId: number | null;
  isVoid: Generated<boolean>;
  charged: Generated<string>;
  discount: Generated<string>;
  hmoDue: Generated<string>;
  fullShare: Generated<string>;
  collected: Generated<string>;
  hmoPart: Generated<string>;
  share: Generated<string>;
  statementId: number | null;
}

export interface StatementsTable {
  clinicId: number;
  id: Generated<number>;
  practitionerId: number;
  fromDay: string;
  toDay: string;
  entries: number;
  charged: string;
  discounts: string;
  hmoDue: string;
  methods: Json;
  collected: string;
  share: string;
  closedById: number;
  closedAt: string;
}

export interface TasksTable {
  clinicId: number;
  id: Generated<number>;
  title: string;
  description: string | null;
  dueAt: string | null;
  priority: Generated<string>;
  status: Generated<string>;
  assignedToId: number | null;
  createdById: number;
  createdAt: Generated<string>;
  updatedAt: Generated<string>;
}

export interface ToldCausesTable {
  clinicId: number;
  cause: string;
  userId: number;
  toldAt: string;
}

export interface TurnsTakenTable {
  key: Buffer;
  taken: number;
  startedAt: string;
}

export interface UsersTable {
  id: Generated<number>;
  clinicId: number | null;
  email: string;
  firstName: string;
  lastName: string;
  role: string;
  permissions: Generated<string[]>;
  isActive: Generated<boolean>;
  passwordChanged: Generated<boolean>;
  phone: string | null;
  createdAt: Generated<string>;
  updatedAt: Generated<string>;
  searchText: GeneratedAlways<string | null>;
  emailUnconfirmedSince: string | null;
}

export interface ViewsNotedTable {
  clinicId: number;
  key: Buffer;
  notedAt: string;
}

export interface VisitorsTable {
  clinicId: number;
  id: Generated<number>;
  placeId: number;
  day: string;
  name: string;
  reason: string | null;
  state: Generated<string>;
  arrivedAt: string;
  createdById: number;
  updatedAt: string;
}

export interface VisitsTable {
  clinicId: number;
  id: Generated<number>;
  patientId: number;
  placeId: number;
  day: string;
  number: number | null;
  state: string;
  isOpen: GeneratedAlways<boolean>;
  priority: string | null;
  reason: string | null;
  appointmentAt: string | null;
  arrivedAt: string | null;
  vitalsTakenAt: string | null;
  withDoctorAt: string | null;
  forPaymentAt: string | null;
  closedAt: string | null;
  createdById: number;
  createdAt: Generated<string>;
  updatedAt: Generated<string>;
  movedTo: string[] | null;
  noBillReason: string | null;
  purpose: Generated<string>;
  practitionerId: Generated<number>;
  letter: string | null;
  handedFromId: number | null;
  handedAt: string | null;
  handoverNote: string | null;
  beforeHandover: NullableJson;
}

export interface WebhookDeliveriesTable {
  clinicId: number;
  id: Generated<number>;
  webhookId: number;
  event: string;
  happenedAt: string;
  aboutId: number | null;
  state: Generated<string>;
  attempts: Generated<number>;
  nextAt: string;
  takenUntil: string | null;
  status: number | null;
  answer: string | null;
  problem: string | null;
  endedAt: string | null;
  createdAt: string;
}

export interface WebhooksTable {
  clinicId: number;
  id: Generated<number>;
  url: string;
  events: string[];
  secret: Buffer;
  isActive: Generated<boolean>;
  turnedOffWhy: string | null;
  turnedOffAt: string | null;
  failingSince: string | null;
  lastDeliveredAt: string | null;
  createdById: number;
  createdAt: string;
}

export interface WrittenBytesTable {
  clinicId: number;
  month: string;
  bytes: number;
}

export interface Database {
  admissionCounters: AdmissionCountersTable;
  admissions: AdmissionsTable;
  alerts: AlertsTable;
  allergies: AllergiesTable;
  apiKeys: ApiKeysTable;
  appointments: AppointmentsTable;
  billCounters: BillCountersTable;
  bills: BillsTable;
  calendarFeeds: CalendarFeedsTable;
  clinicPapers: ClinicPapersTable;
  clinicReleases: ClinicReleasesTable;
  clinicStandingChanges: ClinicStandingChangesTable;
  clinics: ClinicsTable;
  consoleLog: ConsoleLogTable;
  consultationAddenda: ConsultationAddendaTable;
  consultationDiagnoses: ConsultationDiagnosesTable;
  consultationRecords: ConsultationRecordsTable;
  consultations: ConsultationsTable;
  contactMessages: ContactMessagesTable;
  credentials: CredentialsTable;
  customFieldDefinitions: CustomFieldDefinitionsTable;
  dayClosings: DayClosingsTable;
  daysOff: DaysOffTable;
  dismissedDuplicates: DismissedDuplicatesTable;
  displays: DisplaysTable;
  doctorShares: DoctorSharesTable;
  drawerLines: DrawerLinesTable;
  exports: ExportsTable;
  extraHours: ExtraHoursTable;
  favouritePrescriptions: FavouritePrescriptionsTable;
  fhirExports: FhirExportsTable;
  files: FilesTable;
  filesToRemove: FilesToRemoveTable;
  icd10Codes: Icd10CodesTable;
  icd10Lists: Icd10ListsTable;
  idempotencyKeys: IdempotencyKeysTable;
  immunizations: ImmunizationsTable;
  importHeaders: ImportHeadersTable;
  importRows: ImportRowsTable;
  imports: ImportsTable;
  knownDevices: KnownDevicesTable;
  laboratories: LaboratoriesTable;
  letteredQueueCounters: LetteredQueueCountersTable;
  lettersWithLink: LettersWithLinkTable;
  logSeals: LogSealsTable;
  mailedLinks: MailedLinksTable;
  medicineStops: MedicineStopsTable;
  medicines: MedicinesTable;
  merges: MergesTable;
  migrations: MigrationsTable;
  notifications: NotificationsTable;
  paperCounters: PaperCountersTable;
  paperTemplates: PaperTemplatesTable;
  passkeyChallenges: PasskeyChallengesTable;
  passkeys: PasskeysTable;
  patientFamilies: PatientFamiliesTable;
  patientNameSounds: PatientNameSoundsTable;
  patientPhotos: PatientPhotosTable;
  patients: PatientsTable;
  payments: PaymentsTable;
  places: PlacesTable;
  platformOperations: PlatformOperationsTable;
  practitionerHours: PractitionerHoursTable;
  practitioners: PractitionersTable;
  pregnancies: PregnanciesTable;
  prescriptions: PrescriptionsTable;
  problems: ProblemsTable;
  queueCounters: QueueCountersTable;
  quickTexts: QuickTextsTable;
  recalls: RecallsTable;
  recordHistory: RecordHistoryTable;
  recordHistorySeals: RecordHistorySealsTable;
  recoveryCodes: RecoveryCodesTable;
  referrals: ReferralsTable;
  rememberedDevices: RememberedDevicesTable;
  reminderConsents: ReminderConsentsTable;
  reminders: RemindersTable;
  requestedItems: RequestedItemsTable;
  resultRanges: ResultRangesTable;
  results: ResultsTable;
  sealedRecords: SealedRecordsTable;
  sealingTurns: SealingTurnsTable;
  secondFactorChallenges: SecondFactorChallengesTable;
  secondFactors: SecondFactorsTable;
  services: ServicesTable;
  sessions: SessionsTable;
  signInFailures: SignInFailuresTable;
  signIns: SignInsTable;
  signatures: SignaturesTable;
  signingKey: SigningKeyTable;
  staffModePins: StaffModePinsTable;
  statementEntries: StatementEntriesTable;
  statements: StatementsTable;
  tasks: TasksTable;
  toldCauses: ToldCausesTable;
  turnsTaken: TurnsTakenTable;
  users: UsersTable;
  viewsNoted: ViewsNotedTable;
  visitors: VisitorsTable;
  visits: VisitsTable;
  webhookDeliveries: WebhookDeliveriesTable;
  webhooks: WebhooksTable;
  writtenBytes: WrittenBytesTable;
}

export interface DatabaseFunctions {
  accountForSignIn: { args: { email: string; device: Buffer | null; at: Date | string }; row: { userId: number; passwordHash: string; temporaryUntil: string | null; isActive: boolean; role: Role; firstName: string; lastName: string; clinicName: string | null; clinicIsActive: boolean | null; subscriptionStatus: SubscriptionStatus | null; deviceIsKnown: boolean } };
  accountOfLink: { args: { kind: string; tokenHash: Buffer; at: Date | string }; row: { userId: number; email: string; firstName: string; lastName: string } };
  addPasskey: { args: { user: number; credential: Buffer; key: Buffer; counter: number; transports: readonly string[]; name: string; codes: readonly Buffer[]; most: number; at: Date | string }; value: boolean | null };
  askLetterWithLink: { args: { kind: string; email: string; at: Date | string }; value: void };
  askedBackAsOf: { args: { patient: number; at: Date | string }; value: string | null };
  askedBackOn: { args: { patient: number }; value: string | null };
  beginSignIn: { args: { keys: readonly Buffer[]; at: Date | string; recently: string }; row: { attempt: number; recent: number; inADay: number; lastFailedAt: string | null } };
  cancelLetter: { args: { id: number; user: number; ownerUser: number | null; at: Date | string }; value: string | null };
  changePassword: { args: { user: number; oldHash: string | null; hash: string; at: Date | string; keptSession: Buffer | null }; value: boolean };
  claimReferral: { args: { id: number; doctor: number; at: Date | string }; row: { outcome: string | null; shared: unknown | null; fromClinicName: string | null; globalPatientId: string | null } };
  clinicOfAccount: { args: { user: number }; value: number | null };
  clinicsToReferTo: { args: { verifiedOnly: boolean; confirmedOnly: boolean; at: Date | string }; row: { id: number; name: string; address: string | null; isVerified: boolean; doctorName: string | null; licenseNumber: string | null } };
  clinicsToRemind: { args: { from: Date | string; to: Date | string; at: Date | string }; row: { clinicId: number } };
  clinicsToSeal: { args: { before: Date | string }; row: { clinicId: number } };
  closeReferral: { args: { id: number; status: string; reason: string | null; user: number; ownerUser: number | null; at: Date | string }; value: string | null };
  confirmEmail: { args: { tokenHash: Buffer; at: Date | string }; value: boolean | null };
  confirmSecondFactor: { args: { user: number; secret: Buffer; step: number; codes: readonly Buffer[]; at: Date | string }; value: boolean };
  countMessagesToMail: { args: { at: Date | string }; value: number };
  countPlatformClinics: { args: { search: string | null; status: string | null; at: Date | string }; value: number };
  countPlatformMessages: { args: { isHandled: boolean }; value: number };
  countPlatformUsers: { args: { search: string | null }; value: number };
  countReminders: { args: { channel: string; addresses: readonly string[]; since: Date | string }; row: { total: number; ofAddress: unknown } };
  createFirstAdmin: { args: { email: string; passwordHash: string; at: Date | string }; value: number | null };
  createStaffAccount: { args: { clinic: number; email: string; firstName: string; lastName: string; role: string; permissions: readonly string[]; passwordHash: string; temporaryUntil: Date | string; at: Date | string }; value: number };
  describeSession: { args: { tokenHash: Buffer; address: string; userAgent: string | null }; value: void };
  destroyOneRecord: { args: { now: Date | string }; row: { destroyed: boolean } };
  dueJobs: { args: { queues: readonly string[]; at: Date | string }; row: { queue: string; clinicId: number | null; id: number } };
  endOwnSession: { args: { user: number; id: number }; value: boolean };
  endSecondFactorChallenge: { args: { token: Buffer }; value: boolean };
  endSession: { args: { tokenHash: Buffer }; value: void };
  endSessionsOf: { args: { user: number; except: Buffer }; value: void };
  endStaffSession: { args: { clinic: number; id: number }; value: boolean };
  enterStaffMode: { args: { user: number; tokenHash: Buffer; device: Buffer; at: Date | string; expires: Date | string; desk: Buffer; passwordHash: string }; value: boolean };
  entriesOfOtherDoctors: { args: { patient: number }; row: { kind: string; id: number; authorId: number; writtenAt: string } };
  exportWasRemoved: { args: { clinic: number; id: number }; value: void };
  exportsToRemove: { args: { at: Date | string }; row: { clinicId: number; id: number; storedAs: string } };
  fileUpgradeRequest: { args: { user: number; subject: string; message: string; at: Date | string }; value: boolean };
  filesLeftToRemove: { args: { after: string; limit: number }; row: { clinicId: number; storedAs: string; isShared: boolean } };
  forgetOtherDevices: { args: { user: number; except: Buffer | null }; value: void };
  forgetRemovedFiles: { args: { keys: readonly string[] }; value: void };
  forgetUploads: { args: { ids: readonly (number | null)[] }; value: void };
  forgiveSignIn: { args: { attempt: number; counted: readonly Buffer[]; forgotten: readonly Buffer[] }; value: void };
  giveUpUploads: { args: { before: Date | string; at: Date | string; limit: number }; row: { id: number; storedAs: string; isShared: boolean } };
  handleMessage: { args: { id: number; isHandled: boolean; admin: number; at: Date | string }; row: { isKnown: boolean; isDone: boolean } };
  hasPlatformAdmin: { args: {  }; value: boolean };
  icd10CodesAfter: { args: { code: string; most: number }; row: { code: string; title: string } };
  icd10ListState: { args: {  }; row: { loadedAt: string; codeCount: number } };
  icd10Titles: { args: { codes: readonly string[] }; row: { code: string; title: string } };
  isEndedStaffMode: { args: { tokenHash: Buffer; at: Date | string }; value: boolean };
  isHistoryOpen: { args: { patient: number | null }; value: boolean };
  isOfOtherDoctor: { args: { entity: string; id: number }; value: boolean };
  isReleasedTo: { args: { user: number; at: Date | string }; value: boolean };
  isRememberedDevice: { args: { user: number; device: Buffer; at: Date | string }; value: boolean };
  isResting: { args: { tokenHash: Buffer; at: Date | string }; value: boolean };
  lastRecordedAt: { args: { patient: number }; value: string | null };
  leaveStaffMode: { args: { tokenHash: Buffer; newHash: Buffer; at: Date | string; expires: Date | string | null }; value: boolean };
  letterToMail: { args: { id: number; tokenHash: Buffer; at: Date | string; lease: string }; row: { id: number; kind: string; email: string; firstName: string | null; userId: number | null; expiresAt: string | null; attempt: number } };
  letterWithLinkWasMailed: { args: { id: number }; value: void };
  letterWithLinkWasNotMailed: { args: { id: number; at: Date | string; isServer: boolean }; value: string };
  lockReferralsOf: { args: { patients: readonly (number | null)[] }; value: void };
  lookUpApiKey: { args: { tokenHash: Buffer; at: Date | string }; row: { id: number; name: string; scopes: string; userId: number; isOwnerActive: boolean; isExpired: boolean; isRevoked: boolean; isToTouch: boolean; clinicId: number; clinicName: string; clinicIsActive: boolean; subscriptionStatus: SubscriptionStatus } };
  lookUpSessions: { args: { tokenHashes: readonly Buffer[]; areActiveUse: readonly boolean[]; at: Date | string; idle: string; idleRemembered: string }; row: { place: number; userId: number; email: string; firstName: string; lastName: string; role: Role; permissions: string; passwordChanged: boolean; clinicId: number | null; clinicName: string | null; primaryColor: string | null; clinicIsActive: boolean | null; subscriptionStatus: SubscriptionStatus | null; ownerUserId: number | null; isRemembered: boolean; passwordTypedAt: string; isToTouch: boolean; hasSecondFactor: boolean; clinicRequiresSecondFactor: boolean | null } };
  mergeRecords: { args: { survivor: number; other: number; plan: string; at: Date | string }; row: { mergeId: number; allergies: string | null; moves: unknown } };
  mergesToExport: { args: { after: number; limit: number }; row: { id: number; line: string } };
  messageToMail: { args: { id: number; at: Date | string; lease: string }; row: { id: number; kind: string; name: string; email: string; phone: string | null; clinic: string | null; subject: string; message: string; createdAt: string; attempt: number } };
  messageWasMailed: { args: { id: number; at: Date | string }; value: void };
  messageWasNotMailed: { args: { id: number; at: Date | string }; value: string };
  noteAccountChange: { args: { event: string; account: number; held: string }; value: void };
  noteConsoleCall: { args: { admin: number; call: string; about: number | null; detail: string | null; address: string; userAgent: string | null; at: Date | string }; value: void };
  noteSignIn: { args: { user: number | null; emailHash: Buffer; address: string; userAgent: string | null; way: string; isRight: boolean; waitsForCode: boolean; at: Date | string }; value: void };
  noteViews: { args: { keys: readonly Buffer[]; patients: readonly (number | null)[]; users: readonly (number | null)[]; owners: readonly (number | null)[]; events: readonly string[]; ages: readonly number[]; notedAt: readonly string[]; apiKeys: readonly (number | null)[] }; value: void };
  noteWritten: { args: { clinic: number; bytes: number; at: Date | string }; value: void };
  openStaffAccount: { args: { clinic: number; email: string; firstName: string; lastName: string; role: string; permissions: readonly string[]; passwordHash: string; temporaryUntil: Date | string; at: Date | string }; row: { userId: number; wasInactive: boolean } };
  ownerBeside: { args: { tokenHash: Buffer }; row: { sessionId: number; userId: number; email: string; firstName: string; lastName: string; role: Role; passwordHash: string; isRemembered: boolean } };
  partRecords: { args: { id: number; at: Date | string }; value: unknown | null };
  passkeysOf: { args: { user: number }; row: { id: number; credentialId: Buffer; publicKey: Buffer; counter: number; transports: string[]; name: string; createdAt: string; lastUsedAt: string | null } };
  passwordChangedAt: { args: { user: number }; value: string };
  passwordHashOf: { args: { user: number }; value: string | null };
  platformClinics: { args: { search: string | null; status: string | null; at: Date | string; before: Date | string | null; beforeId: number | null; limit: number | null }; row: { id: number; name: string; subdomain: string; logoUrl: string | null; primaryColor: string; setupFee: string; monthlyFee: string; isActive: boolean; subscriptionStatus: SubscriptionStatus; trialEndsAt: string | null; address: string | null; phone: string | null; email: string | null; createdAt: string; updatedAt: string; userCount: number; patientCount: number; ownerFirstName: string | null; ownerLastName: string | null; ownerEmail: string | null; ownerLicenseNumber: string | null; verifiedAt: string | null } };
  platformMessages: { args: { isHandled: boolean; before: Date | string | null; beforeId: number | null; limit: number | null }; row: { id: number; kind: string; clinicId: number | null; name: string; email: string; phone: string | null; clinic: string | null; subject: string; message: string; createdAt: string; handledAt: string | null } };
  platformStandingChanges: { args: { clinic: number; beforeId: number | null; limit: number | null }; row: { id: number; changedAt: string; adminName: string | null; what: string; was: string; isNow: string } };
  platformStats: { args: { at: Date | string }; row: { totalClinics: number; totalUsers: number; totalPatients: number; trialClinics: number; paidClinics: number; activeClinics: number; monthlyRevenue: string } };
  platformUsers: { args: { search: string | null; beforeId: number | null; limit: number | null }; row: { id: number; firstName: string; lastName: string; email: string; role: Role; clinicId: number | null; clinicName: string | null; isActive: boolean } };
  prepareSecondFactor: { args: { user: number; secret: Buffer; at: Date | string }; value: boolean };
  profileOf: { args: { user: number }; row: { licenseNumber: string | null; ptrNumber: string | null; ptrYear: number | null; s2Number: string | null; specialization: string | null; credentials: string | null; logoUrl: string | null; adultRanges: unknown | null; emailUnconfirmedSince: string | null; doctors: unknown | null; printedName: string | null } };
  readCalendarFeed: { args: { clinicId: number; tokenHash: Buffer; from: Date | string }; row: { clinicName: string; placeName: string; appointmentId: number | null; startsAt: string | null; minutes: number | null; initials: string | null; isCancelled: boolean | null; updatedAt: string | null } };
  readConsoleLog: { args: { before: number; limit: number }; row: { id: number; at: string; adminName: string; call: string; aboutId: number | null; clinicName: string | null; detail: string | null; address: string; userAgent: string | null } };
  readDisplay: { args: { clinicId: number; tokenHash: Buffer; day: string; due: Date | string }; row: { clinicName: string; primaryColor: string; placeName: string | null; number: number | null; isServed: boolean | null; secondsEach: number | null; calledAt: string | null; letter: string | null; doctorLetter: string | null; doctorName: string | null } };
  readSigningKey: { args: {  }; value: Buffer };
  recordBytes: { args: { patient: number }; value: number };
  recoveryCodesOf: { args: { user: number }; row: { codeHash: Buffer } };
  rehashPassword: { args: { user: number; oldHash: string; hash: string }; value: boolean };
  releaseClinic: { args: { clinic: number; reason: string; admin: number; at: Date | string; until: Date | string }; value: boolean };
  releaseLetter: { args: { id: number; at: Date | string }; value: boolean };
  rememberDevice: { args: { user: number; device: Buffer; until: Date | string }; value: void };
  removeAuthenticator: { args: { user: number; title: string; message: string; at: Date | string }; value: boolean };
  removePasskey: { args: { user: number; id: number; title: string; message: string; at: Date | string }; value: boolean };
  removeSecondFactor: { args: { user: number; title: string; message: string; at: Date | string }; value: boolean };
  renewRecoveryCodes: { args: { user: number; codes: readonly Buffer[] }; value: boolean };
  renewStaffPassword: { args: { clinic: number; user: number; passwordHash: string; temporaryUntil: Date | string; at: Date | string }; value: boolean };
  renewTypedPassword: { args: { tokenHash: Buffer; at: Date | string }; value: void };
  resetPassword: { args: { tokenHash: Buffer; passwordHash: string; at: Date | string }; value: boolean };
  resetStaffSecondFactor: { args: { clinic: number; user: number; at: Date | string }; value: boolean };
  restoreValues: { args: { rows: string }; value: void };
  sealClinicHistory: { args: { clinic: number; before: Date | string }; row: { hasMore: boolean } };
  sealHistory: { args: { clinic: number; before: Date | string; headId: number | null; headHash: Buffer | null }; row: { hasMore: boolean; lastId: number | null; lastHash: Buffer | null; hasHead: boolean } };
  sealLog: { args: { log: string; before: Date | string; headId: number | null; headHash: Buffer | null }; row: { hasMore: boolean; lastId: number | null; lastHash: Buffer | null; hasHead: boolean } };
  secondFactorChallenge: { args: { token: Buffer; device: Buffer | null; at: Date | string }; row: { userId: number; deskSession: string | null; isRemembered: boolean; email: string; firstName: string; lastName: string; role: Role; clinicName: string | null; clinicIsActive: boolean | null; subscriptionStatus: SubscriptionStatus | null; passwordHash: string } };
  secondFactorOf: { args: { user: number }; row: { secret: string | null; lastStep: number | null; isConfirmed: boolean; confirmedAt: string | null; passkeys: number; recoveryCodesLeft: number } };
  sendReferral: { args: { row: string; toClinic: number | null; verifiedOnly: boolean; confirmedOnly: boolean; at: Date | string }; value: number | null };
  sessionsOfStaff: { args: { clinic: number; at: Date | string }; row: { id: number; userName: string; userAgent: string | null; address: string | null; createdAt: string; lastSeenAt: string } };
  sessionsOfUser: { args: { user: number; at: Date | string }; row: { id: number; tokenHash: Buffer; userAgent: string | null; address: string | null; createdAt: string; lastSeenAt: string } };
  setClinicActive: { args: { clinic: number; isActive: boolean; admin: number; at: Date | string }; row: { id: number; isActive: boolean; subscriptionStatus: SubscriptionStatus; trialEndsAt: string | null } };
  setClinicSubscription: { args: { clinic: number; status: string; trialEnds: Date | string | null; admin: number; at: Date | string }; row: { id: number; isActive: boolean; subscriptionStatus: SubscriptionStatus; trialEndsAt: string | null } };
  setClinicVerified: { args: { clinic: number; isVerified: boolean; admin: number; at: Date | string }; row: { id: number; verifiedAt: string | null } };
  setStaffModePin: { args: { user: number; pinHash: string | null; at: Date | string }; value: boolean };
  setStaffRights: { args: { clinic: number; user: number; permissions: readonly string[] | null; isActive: boolean | null; at: Date | string }; value: void };
  signInsOfAll: { args: { before: number; limit: number }; row: { id: number; at: string; userName: string | null; clinicName: string | null; address: string; userAgent: string | null; way: string; isRight: boolean; waitsForCode: boolean } };
  signInsOfClinic: { args: { clinic: number; before: number; limit: number }; row: { id: number; at: string; userName: string | null; clinicName: string | null; address: string; userAgent: string | null; way: string; isRight: boolean; waitsForCode: boolean } };
  signInsOfUser: { args: { user: number; before: number; limit: number }; row: { id: number; at: string; userName: string | null; clinicName: string | null; address: string; userAgent: string | null; way: string; isRight: boolean; waitsForCode: boolean } };
  signUpClinic: { args: { clinicName: string; subdomain: string; setupFee: string; monthlyFee: string; trialEnds: Date | string; email: string; phone: string; firstName: string; lastName: string; license: string; permissions: readonly string[]; passwordHash: string; at: Date | string; confirmEmail: boolean; credentials: string | null }; value: number };
  staffModePinOf: { args: { user: number }; row: { pinHash: string; changedAt: string } };
  startPasskeyChallenge: { args: { hash: Buffer; user: number; purpose: string; expires: Date | string }; value: void };
  startSecondFactorChallenge: { args: { token: Buffer; user: number; desk: Buffer | null; device: Buffer | null; remembered: boolean; expires: Date | string; passwordHash: string }; value: boolean };
  startSession: { args: { user: number; tokenHash: Buffer; device: Buffer | null; at: Date | string; expires: Date | string; remembered: boolean; ownerSession: Buffer | null; passwordHash: string }; value: boolean };
  stopReminderEmails: { args: { clinicId: number; stopHash: Buffer; at: Date | string }; value: string | null };
  stopTexts: { args: { number: string; at: Date | string }; value: number };
  storeContactMessage: { args: { name: string; email: string; phone: string | null; clinic: string | null; subject: string; message: string; at: Date | string }; value: void };
  sweepConsoleLog: { args: { at: Date | string }; value: void };
  sweepExpired: { args: { at: Date | string }; value: void };
  sweepFhirExports: { args: { at: Date | string }; value: void };
  sweepImports: { args: { at: Date | string }; value: void };
  sweepSecondFactors: { args: { at: Date | string }; value: void };
  sweepSignIns: { args: { at: Date | string }; value: void };
  sweepWebhookDeliveries: { args: { at: Date | string }; value: void };
  takePasskeyChallenge: { args: { hash: Buffer; user: number; purpose: string; at: Date | string }; value: boolean };
  takeReferral: { args: { id: number; patient: number; at: Date | string }; row: { category: string; path: string } };
  takeTurns: { args: { key: Buffer; turns: number; startedAt: Date | string; at: Date | string; window: string }; row: { taken: number; startedAt: string } };
  tellTasksDue: { args: { at: Date | string }; value: void };
  tellWhatIsDue: { args: { at: Date | string }; value: void };
  touchApiKey: { args: { clinicId: number; id: number; at: Date | string }; value: void };
  touchSessions: { args: { tokenHashes: readonly Buffer[]; at: Date | string }; value: void };
  useExportLink: { args: { clinicId: number; tokenHash: Buffer; at: Date | string }; row: { storedAs: string; bytes: number; readyAt: string; subdomain: string } };
  usePasskey: { args: { user: number; credential: Buffer; counter: number; at: Date | string }; value: boolean };
  useRecoveryCode: { args: { user: number; code: Buffer; at: Date | string }; value: boolean };
  useSessions: { args: { tokenHashes: readonly Buffer[]; areActiveUse: readonly boolean[]; at: Date | string; idle: string; idleRemembered: string }; row: { place: number; userId: number; email: string; firstName: string; lastName: string; role: Role; permissions: string; passwordChanged: boolean; clinicId: number; clinicName: string; primaryColor: string; clinicIsActive: boolean; subscriptionStatus: SubscriptionStatus; ownerUserId: number; isRemembered: boolean; passwordTypedAt: string; isToTouch: boolean } };
  useTotpStep: { args: { user: number; step: number }; value: boolean };
  verifyPaper: { args: { clinicId: number; codeHash: Buffer }; row: { clinicName: string; doctorName: string; day: string; initials: string; withdrawnAt: string | null } };
  webhookOfMessage: { args: { id: number; at: Date | string }; row: { url: string; secret: Buffer } };
}
