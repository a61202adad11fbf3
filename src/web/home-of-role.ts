import { isDoctor, type Role, type StaffRole } from "#shared/permissions.ts";

/** The home page after signing in. Staff mode starts with its panel. */
export function homeOf(role: Role, isStaffMode = false) {
  if (isStaffMode) return `/${role as StaffRole}-access` as const;
  if (role === "admin") return "/admin";
  return isDoctor(role) ? "/dashboard" : "/staff-dashboard";
}

/** The line below the clinic's name in the staff header; null for other roles. */
export function staffDashboardName(role: Role): string | null {
  if (role === "secretary") return "Secretary Dashboard";
  return role === "staff" ? "Staff Dashboard" : null;
}

/** The role badge's label. */
export const roleNames: Record<Role, string> = {
  admin: "System Admin",
  owner: "Clinic Owner",
  doctor: "Doctor",
  staff: "Staff Member",
  secretary: "Secretary",
};
