import type { Role } from "#shared/permissions.ts";

/** The home page after signing in. Staff mode stays in the owner's workspace. */
export function homeOf(role: Role, isStaffMode = false): "/admin" | "/staff-dashboard" | "/dashboard" {
  if (isStaffMode) return "/dashboard";
  if (role === "admin") return "/admin";
  if (role === "staff" || role === "secretary") return "/staff-dashboard";
  return "/dashboard";
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
  staff: "Staff Member",
  secretary: "Secretary",
};
