import type { FhirResourceType } from "./fhir-resource-types.ts";

/** The rights a clinic owner grants, each with its label in the Permission Management tab. */
export const permissionCatalogue = {
  view_patients: {
    label: "View Patients",
    description: "See the patient list, records, vital signs, files and prescriptions.",
  },
  add_patients: {
    label: "Add Patients",
    description: "Register new patients and record their first vital signs.",
  },
  edit_patients: {
    label: "Edit Patients",
    description: "Change records, write consultations, archive and retrieve patients.",
  },
  delete_patients: {
    label: "Delete Patients",
    description: "Remove a patient together with consultations and prescriptions.",
  },
  view_reports: {
    label: "View Reports",
    description: "Open the admissions and analytics reports and export them.",
  },
  take_payments: {
    label: "Take Payments",
    description: "Make bills, take payments, print acknowledgements and count the day's money.",
  },
  manage_schedule: {
    label: "Manage Schedule",
    description: "Book, move and cancel appointments, set clinic hours, and change the queue's order.",
  },
} as const;

export type Permission = keyof typeof permissionCatalogue;
export const permissions = Object.keys(permissionCatalogue) as Permission[];

export const roles = ["admin", "owner", "doctor", "staff", "secretary"] as const;
export type Role = (typeof roles)[number];

/** Who works for a clinic's owner. */
export const staffRoles = ["secretary", "staff"] as const;
export type StaffRole = (typeof staffRoles)[number];
export const isStaffRole = (role: unknown): role is StaffRole => staffRoles.some((one) => one === role);

/** What sign-up stores for an owner; `generate_reports` is an older name that is read as view_reports. */
export const ownerDefaultPermissions = [
  "view_patients",
  "add_patients",
  "edit_patients",
  "delete_patients",
  "generate_reports",
];

/**
 * What a new account is offered, to be changed by the owner: a secretary registers and bills patients and books them;
 * what other staff do differs.
 */
export const usualPermissions = {
  secretary: ["view_patients", "add_patients", "edit_patients", "take_payments", "manage_schedule"],
  staff: ["view_patients"],
} as const satisfies Partial<Record<Role, readonly Permission[]>>;

const olderNames: Record<string, Permission> = { generate_reports: "view_reports", reports: "view_reports" };

/** The canonical rights in a stored list; obsolete names are ignored. */
export function readPermissions(stored: readonly string[]): Permission[] {
  const read = stored
    .map((name) => olderNames[name] ?? name)
    .filter((name): name is Permission => name in permissionCatalogue);
  return [...new Set(read)];
}

/**
 * Who may call an endpoint. `public`: anyone. `signed-in`: any valid session, even one that must set up
 * two-step sign-in. `user`: anyone of a clinic, and the platform admin. `member`: anyone of the clinic. `doctor`: its
 * doctors, of whom the owner is one. `owner`, `admin`: that role. `any`: one of these rights in the clinic. `all`: each
 * of them. `key`: no session, but an API key that may read this type; `any`: every valid key.
 */
export type Access =
  | "public"
  | "signed-in"
  | "user"
  | "member"
  | "doctor"
  | "owner"
  | "admin"
  | { readonly any: readonly Permission[] }
  | { readonly all: readonly Permission[] }
  | KeyAccess;

export type KeyAccess = { readonly key: FhirResourceType | "any" };

/** Whether it is called with an API key instead of a session. */
export const isByKey = (access: Access): access is KeyAccess => (access as KeyAccess).key !== undefined;

/** Who may see patients' records. */
export const mayViewPatients = { any: ["view_patients"] } as const satisfies Access;
/** Who may change them. */
export const mayEditPatients = { any: ["edit_patients"] } as const satisfies Access;

export type Actor = { role: Role; permissions: readonly Permission[]; clinicId: number | null };

/** Who examines, prescribes and signs, unlike the clinic's staff. */
export const isDoctor = (role: Role): boolean => role === "owner" || role === "doctor";

/** A doctor has every permission of the clinic; the platform admin belongs to no clinic and has none. */
export function can(actor: Actor | null, access: Access): boolean {
  if (access === "public") return true;
  if (!actor || isByKey(access)) return false;
  if (access === "signed-in" || access === "user") return true;
  if (access === "admin") return actor.role === "admin";
  if (actor.clinicId === null) return false;
  if (access === "owner") return actor.role === "owner";
  if (access === "member" || isDoctor(actor.role)) return true;
  if (access === "doctor") return false;
  const holds = (permission: Permission) => actor.permissions.includes(permission);
  return "all" in access ? access.all.every(holds) : access.any.some(holds);
}
