import { type StaffAccount, staffAccounts } from "#features/staff/contract.ts";
import { clinicUsers } from "#features/tasks/contract.ts";

export const fullName = ({ firstName, lastName }: Pick<StaffAccount, "firstName" | "lastName">) =>
  `${firstName} ${lastName}`.trim();

/** What a change of an account is seen in. */
export const ofStaff = [staffAccounts, clinicUsers] as const;
