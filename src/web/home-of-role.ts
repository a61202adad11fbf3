import type { Role } from "#shared/permissions.ts";

/** The home page after signing in. Staff mode stays in the owner's workspace. */
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
