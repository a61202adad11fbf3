import { changePassword } from "#features/accounts/security-contract.ts";
import { addStaffAccount, staffAccounts } from "#features/staff/contract.ts";
import { addTask } from "#features/tasks/contract.ts";
import { addDays } from "#shared/formats/dates.ts";
import { type Calls, manilaTime } from "./calls.ts";

type Account = { email: string; password: string };

/** The secretary, hired by the signed-in owner, with a password of her own. Returns her id. */
export async function hireSecretary(calls: Calls, ownerId: number, account: Account): Promise<number> {
  const { tempPassword } = await calls.send(addStaffAccount, {
    body: {
      email: account.email,
      firstName: "Marites",
      lastName: "Bañez",
      permissions: ["view_patients", "add_patients", "edit_patients", "take_payments"],
    },
  });
  const team = (await calls.send(staffAccounts)) as unknown as { id: number; email: string }[];
  const id = team.find(({ email }) => email === account.email)?.id ?? 0;
  await calls.signIn(id);
  await calls.send(changePassword, {
    body: { currentPassword: tempPassword, newPassword: account.password },
  });
  await calls.signIn(ownerId);
  return id;
}

/** Tasks of the clinic that are not about patients. */
export async function setTasks(calls: Calls, today: string, secretaryId: number): Promise<void> {
  const due = (days: number, hour: number) => manilaTime(addDays(today, days), hour).toISOString();
  for (const task of [
    {
      title: "Send the HMO claims of last month",
      description: "Maxicare and Intellicare",
      dueDate: due(-1, 17),
      priority: "High",
      assignedToId: secretaryId,
    },
    {
      title: "Call the laboratory about the potassium of Mrs. Villanueva",
      dueDate: due(0, 16),
      priority: "High",
      assignedToId: secretaryId,
    },
    { title: "Order prescription paper", dueDate: due(3, 12), priority: "Low", assignedToId: secretaryId },
    { title: "Renew the PTR", dueDate: due(40, 9), priority: "Medium" },
    { title: "Talk for the barangay health day", priority: "Medium" },
  ])
    await calls.send(addTask, { body: task });
}
