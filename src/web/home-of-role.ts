import type { Role } from "#shared/permissions.ts";

/** Where a user stands after signing in. Staff mode stays at the owner's desk. */
export function homeOf(role: Role, isStaffMode = false): "/admin" | "/staff-dashboard" | "/dashboard" {
  if (isStaffMode) return "/dashboard";
  if (role === "admin") return "/admin";
  if (role === "staff" || role === "secretary") return "/staff-dashboard";
  return "/dashboard";
}

/** The role badge's words. */
export const roleNames: Record<Role, string> = {
  admin: "System Admin",
  owner: "Clinic Owner",
  staff: "Staff Member",
  secretary: "Secretary",
};
