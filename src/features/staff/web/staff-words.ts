import type { StaffAccount } from "#features/staff/contract.ts";

export const fullName = ({ firstName, lastName }: Pick<StaffAccount, "firstName" | "lastName">) =>
  `${firstName} ${lastName}`.trim();
