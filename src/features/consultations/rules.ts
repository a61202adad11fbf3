import type { CurrentUser } from "#shared/current-user.ts";
import { isDoctor } from "#shared/permissions.ts";
import type { Consultation, FullHistory } from "./contract.ts";

type Kind = Pick<Consultation, "consultationType" | "isIntake">;

export const VITALS_TYPE = "Vitals";

/** Vital signs that were taken outside a consultation. */
export const isVitalsAlone = ({ consultationType }: Pick<Kind, "consultationType">): boolean =>
  consultationType === VITALS_TYPE;

/** Vital signs alone and the History Checklist are taken before it. */
export const isConsultation = (visit: Kind): boolean => !isVitalsAlone(visit) && !visit.isIntake;

/** The History Checklist's text in place of an assessment, by which it is recognized. */
export const pendingAssessment = {
  diagnosis: "Assessment pending",
  treatment: "Consultation in progress",
  notes: "Consultation history checklist completed",
} as const;

/** What was entered in error is not added to, edited or printed. */
export const isUsable = ({ enteredInError }: Pick<Consultation, "enteredInError">): boolean =>
  enteredInError === null;

type Stage = Pick<FullHistory, "status" | "enteredInError">;

export const isOpenDraft = (history: Stage): boolean => history.status === "draft" && isUsable(history);

/** It carries the doctor's name. Null: not begun yet. */
export const mayFinish = ({ role }: Pick<CurrentUser, "role">, history: Stage | null): boolean =>
  isDoctor(role) && (history === null || isOpenDraft(history));
