import type { Role } from "#shared/permissions.ts";

/** Where a user stands after signing in. */
export function homeOf(role: Role): "/admin" | "/staff-dashboard" | "/dashboard" {
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
