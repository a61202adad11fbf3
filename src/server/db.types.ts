// Drawn from the migrated schema by `npm run db:types`; a test fails when it is stale.
import type { ColumnType, GeneratedAlways } from "kysely";

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
}

export interface ConsultationsTable {
  clinicId: number;
  id: Generated<number>;
  patientId: number;
  secretaryId: number | null;
  consultationType: Generated<string>;
  chiefComplaint: string | null;
  historyOfPresentIllness: string | null;
  vitalSigns: NullableJson;
  physicalExamination: string | null;
  diagnosis: string | null;
  treatment: string | null;
  medications: string | null;
  followUpDate: string | null;
  notes: string | null;
  isIntake: Generated<boolean>;
  createdAt: Generated<string>;
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
}

export interface FilesToRemoveTable {
  clinicId: number;
  storedAs: string;
  queuedAt: string;
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

export interface KnownDevicesTable {
  userId: number;
  deviceHash: Buffer;
  lastUsedAt: string;
}

export interface LettersWithLinkTable {
  id: number;
  kind: string;
  email: string;
  askedAt: string;
  attempts: Generated<number>;
  nextAt: string;
}

export interface MailedLinksTable {
  tokenHash: Buffer;
  userId: number;
  kind: string;
  createdAt: string;
  expiresAt: string;
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
  sex: string;
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
  searchText: GeneratedAlways<string | null>;
  otherText: GeneratedAlways<string | null>;
}

export interface PlatformOperationsTable {
  id: Generated<number>;
  happenedAt: Generated<string>;
  operator: string;
  command: string;
  aboutClinicId: number | null;
  details: Generated<Json>;
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
  sex: string;
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
}

export interface RememberedDevicesTable {
  userId: number;
  deviceHash: Buffer;
  expiresAt: string;
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

export interface SigningKeyTable {
  isTheOnlyRow: Generated<boolean>;
  value: Buffer;
}

export interface StaffModePinsTable {
  userId: number;
  pinHash: string;
  changedAt: string;
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
  licenseNumber: string | null;
  ptrNumber: string | null;
  ptrYear: number | null;
  s2Number: string | null;
  specialization: string | null;
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

export interface Database {
  admissionCounters: AdmissionCountersTable;
  admissions: AdmissionsTable;
  clinicStandingChanges: ClinicStandingChangesTable;
  clinics: ClinicsTable;
  consoleLog: ConsoleLogTable;
  consultationAddenda: ConsultationAddendaTable;
  consultationRecords: ConsultationRecordsTable;
  consultations: ConsultationsTable;
  contactMessages: ContactMessagesTable;
  credentials: CredentialsTable;
  customFieldDefinitions: CustomFieldDefinitionsTable;
  favouritePrescriptions: FavouritePrescriptionsTable;
  files: FilesTable;
  filesToRemove: FilesToRemoveTable;
  idempotencyKeys: IdempotencyKeysTable;
  knownDevices: KnownDevicesTable;
  lettersWithLink: LettersWithLinkTable;
  mailedLinks: MailedLinksTable;
  migrations: MigrationsTable;
  notifications: NotificationsTable;
  passkeyChallenges: PasskeyChallengesTable;
  passkeys: PasskeysTable;
  patientNameSounds: PatientNameSoundsTable;
  patientPhotos: PatientPhotosTable;
  patients: PatientsTable;
  platformOperations: PlatformOperationsTable;
  prescriptions: PrescriptionsTable;
  recordHistory: RecordHistoryTable;
  recordHistorySeals: RecordHistorySealsTable;
  recoveryCodes: RecoveryCodesTable;
  referrals: ReferralsTable;
  rememberedDevices: RememberedDevicesTable;
  sealedRecords: SealedRecordsTable;
  secondFactorChallenges: SecondFactorChallengesTable;
  secondFactors: SecondFactorsTable;
  sessions: SessionsTable;
  signInFailures: SignInFailuresTable;
  signIns: SignInsTable;
  signingKey: SigningKeyTable;
  staffModePins: StaffModePinsTable;
  tasks: TasksTable;
  toldCauses: ToldCausesTable;
  turnsTaken: TurnsTakenTable;
  users: UsersTable;
  viewsNoted: ViewsNotedTable;
}
