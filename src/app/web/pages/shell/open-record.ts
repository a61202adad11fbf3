import { useLocation } from "@tanstack/react-router";
import { titleOf } from "#app/web/pages/record/record-title.ts";
import { useOrigin } from "#app/web/pages/record/use-origin.ts";
import { onePatient } from "#features/patients/contract.ts";
import { recordAt } from "#shared/record-address.ts";
import { useCall } from "#web/data/calls.ts";

/** A patient's record, as the frame around it shows it. */
export type OpenRecord = {
  patientId: number;
  /** In the phone's header. */
  title: string;
  /** The page to which Back leads, and the way there. */
  back: string;
  onBack: () => void;
};

/** The record at the page's address; undefined on every other page. */
export function useOpenRecord(): OpenRecord | undefined {
  const patientId = useLocation({ select: ({ pathname }) => recordAt(pathname)?.patientId });
  const patient = useCall(
    onePatient,
    { params: { id: String(patientId) } },
    { enabled: patientId !== undefined },
  ).data;
  const { title: back, goBack: onBack } = useOrigin();
  if (patientId === undefined) return undefined;
  return { patientId, title: titleOf(patient?.admissionNo), back, onBack };
}
