import { Failure } from "#shared/errors.ts";
import type { NoticeAction } from "#shared/notices.ts";
import { withTitle } from "#shared/paper-doctor.ts";
import { mayWithdraw, type SignedState } from "#shared/signed-papers.ts";
import type { ClinicScope } from "./database/db.ts";
import { notifyUsers } from "./notifications.ts";
import type { DoctorOnPaper } from "./paper-doctor.ts";

/** Tells the doctor of a paper that waits for release. */
export const notifyOfPrepared = (
  clinic: ClinicScope,
  doctor: Pick<DoctorOnPaper, "userId">,
  paper: { title: string; preparedByName: string | null; patientName: string },
  action: NoticeAction,
  now: Date,
): Promise<void> =>
  notifyUsers(
    clinic,
    [doctor.userId],
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
type SignedPaper = "prescription" | "paper" | "letter" | "referral";

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

/** Nobody releases for somebody else, the owner neither. @throws Failure forbidden */
export function refuseOtherSigner(
  paper: SignedPaper,
  { isCaller, name }: Pick<DoctorOnPaper, "isCaller" | "name">,
): void {
  if (!isCaller)
    throw new Failure(
      "forbidden",
      `This ${paper} was prepared for ${withTitle(name)}, who alone can release it.`,
    );
}

/** @throws Failure forbidden, withdrawn */
export function refuseReleaseOf(
  paper: SignedPaper,
  state: SignedState,
  doctor: Pick<DoctorOnPaper, "isCaller" | "name">,
): void {
  refuseOtherSigner(paper, doctor);
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
  { isOwn, doctor: { isCaller, isOneOfSeveral, name } }: { isOwn: boolean; doctor: DoctorOnPaper },
): void {
  if (mayWithdraw({ state, isNamed: isCaller, isOwn })) return;
  const doctor = isOneOfSeveral ? withTitle(name) : "the doctor";
  if (!isCaller && !isOwn)
    throw new Failure("forbidden", `Only ${doctor}, or who prepared the ${paper}, can withdraw it.`);
  if (state === "withdrawn") throw new Failure("withdrawn", `This ${paper} was already withdrawn.`);
  throw new Failure("forbidden", `This ${paper} was released. Only ${doctor} can withdraw it.`);
}
