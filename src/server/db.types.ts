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
}

export interface CredentialsTable {
  userId: number;
  passwordHash: string;
  temporaryUntil: string | null;
  changedAt: Generated<string>;
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

export interface MigrationsTable {
  name: string;
  hash: string;
  ranAt: Generated<string>;
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
}

export interface RecordHistorySealsTable {
  clinicId: number;
  id: Generated<number>;
  lastHistoryId: number;
  rowCount: number;
  hash: Buffer;
  sealedAt: Generated<string>;
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
}

export interface SignInFailuresTable {
  attempt: number;
  key: Buffer;
  failedAt: string;
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
}

export interface Database {
  admissionCounters: AdmissionCountersTable;
  admissions: AdmissionsTable;
  clinics: ClinicsTable;
  consultations: ConsultationsTable;
  contactMessages: ContactMessagesTable;
  credentials: CredentialsTable;
  idempotencyKeys: IdempotencyKeysTable;
  knownDevices: KnownDevicesTable;
  migrations: MigrationsTable;
  patients: PatientsTable;
  prescriptions: PrescriptionsTable;
  recordHistory: RecordHistoryTable;
  recordHistorySeals: RecordHistorySealsTable;
  sealedRecords: SealedRecordsTable;
  sessions: SessionsTable;
  signInFailures: SignInFailuresTable;
  users: UsersTable;
}
