import { Failure } from "#shared/errors.ts";
import type { NoticeAction } from "#shared/notices.ts";
import type { Role } from "#shared/permissions.ts";
import { mayWithdraw, type SignedState } from "#shared/signed-papers.ts";
import type { ClinicScope } from "./database/db.ts";
import { notifyOwners } from "./notifications.ts";

/** Tells the owners of a paper that waits for release. */
export const notifyOfPrepared = (
  clinic: ClinicScope,
  paper: { title: string; preparedByName: string | null; patientName: string },
  action: NoticeAction,
  now: Date,
): Promise<void> =>
  notifyOwners(
    clinic,
    {
      type: "warning",
      title: `${paper.title} awaiting release`,
      message: `${paper.preparedByName ?? "A member of your staff"} prepared it for ${paper.patientName}`,
      ...action,
    },
    now,
  );

/** The columns of a paper that the caller withdraws. */
export const withdrawal = (clinic: ClinicScope, reason: string, now: Date) => ({
  withdrawnById: clinic.userId,
  withdrawnAt: now.toISOString(),
  withdrawReason: reason,
});

/** As named in messages: "This letter is waiting …". */
type SignedPaper = "prescription" | "paper" | "letter";

/** Only what the doctor released and did not withdraw is printed. @throws Failure awaiting_release, withdrawn */
export function refuseUnreleased(paper: SignedPaper, state: SignedState): void {
  if (state === "withdrawn")
    throw new Failure("withdrawn", `This ${paper} was withdrawn and can't be printed any more.`);
  if (state === "prepared")
    throw new Failure(
      "awaiting_release",
      `This ${paper} is waiting for the doctor's release and can't be printed yet.`,
    );
}

/** @throws Failure withdrawn */
export function refuseReleaseOf(paper: SignedPaper, state: SignedState): void {
  if (state === "withdrawn")
    throw new Failure("withdrawn", `This ${paper} was withdrawn and can't be released any more.`);
}

/** What a paper tells of the patient beside what the doctor or the staff wrote, each as it is printed. */
type PatientFacts = Readonly<Record<string, string>>;

const instead = {
  paper: "Withdraw it, and prepare it again.",
  letter: "Write it again.",
} as const;

/**
 * A page that was stored when it was prepared is not signed once the record says something else of the patient: the
 * doctor answers for what the record is known to contradict. @throws Failure unusable
 */
export function refuseOutdated(
  paper: keyof typeof instead,
  { prepared, now }: { prepared: PatientFacts; now: PatientFacts },
): void {
  const other = Object.keys(now).filter((what) => prepared[what] !== now[what]);
  if (other.length === 0) return;
  const of = (facts: PatientFacts) => other.map((what) => facts[what]).join("; ");
  throw new Failure(
    "unusable",
    `The record was changed since this ${paper} was prepared. It says: ${of(prepared)}. The record says: ${of(now)}. ${instead[paper]}`,
  );
}

/** @throws Failure forbidden, withdrawn */
export function refuseWithdrawal(
  paper: SignedPaper,
  state: SignedState,
  { role, isOwn }: { role: Role; isOwn: boolean },
): void {
  if (mayWithdraw(role, { state, isOwn })) return;
  if (role !== "owner" && !isOwn)
    throw new Failure("forbidden", `Only the doctor, or who prepared the ${paper}, can withdraw it.`);
  if (state === "withdrawn") throw new Failure("withdrawn", `This ${paper} was already withdrawn.`);
  throw new Failure("forbidden", `This ${paper} was released. Only the doctor can withdraw it.`);
}
