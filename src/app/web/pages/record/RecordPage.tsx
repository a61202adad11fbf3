import { useQueryClient } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { type Dialogs, useDialogs } from "#app/web/pages/dialogs/use-dialogs.ts";
import { useTabTitle } from "#app/web/pages/shell/use-tab-title.ts";
import { summary } from "#features/clinical-lists/summary-contract.ts";
import { recordHead } from "#features/record-head/contract.ts";
import { type RecordTab, recordAt } from "#shared/record-address.ts";
import { usePatient } from "#web/clinical/use-patient.ts";
import { useCall } from "#web/data/calls.ts";
import { restMs } from "#web/first-screen.ts";
import { noteOpened } from "#web/recent-patients.ts";
import { ErrorState } from "#web/ui/feedback/ErrorState.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { SkeletonCard } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { PatientRecord } from "./PatientRecord.tsx";
import { titleOf } from "./record-title.ts";

/** A patient's record, a page of its own: the head, and one of its tabs. */
export function RecordPage(): ReactNode {
  const at = useLocation({ select: ({ pathname }) => recordAt(pathname) });
  const dialogs = useDialogs();
  return at && <Record {...at} dialogs={dialogs} />;
}

/** Shown once its head is there, which then moves nothing below. */
export function Record({ patientId, tab, dialogs }: { patientId: number; tab: RecordTab; dialogs: Dialogs }) {
  const { data: patient, error, refetch, isFetching } = usePatient(patientId);
  const params = { id: String(patientId) };
  const heads = [useCall(summary, { params }), useCall(recordHead, { params })];
  const [isDue, setDue] = useState(false);
  const queries = useQueryClient();
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), restMs);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (patient) noteOpened(queries, patient);
  }, [queries, patient]);
  useTabTitle(patient?.patientName ?? titleOf(undefined));
  const note = useMergedNote(patientId, patient, dialogs);
  if (patient && (isDue || !heads.some(({ isPending }) => isPending)))
    return <PatientRecord key={patient.id} {...{ patient, tab, dialogs, note }} />;
  if (error)
    return (
      <Section flush>
        <ErrorState
          level={2}
          title={error.status === 404 ? "Patient not found" : "Failed to load patient"}
          why={
            error.status === 404
              ? "The record may have been deleted, or the address is mistyped."
              : error.shown()
          }
          {...(error.status !== 404 && { onRetry: () => void refetch() })}
          retrying={isFetching}
        />
      </Section>
    );
  return (
    <Waiting
      label="Loading patient..."
      onRetry={() => void refetch()}
      skeleton={
        <div className="grid gap-5">
          <SkeletonCard />
          <SkeletonCard />
        </div>
      }
    />
  );
}

/**
 * The address may name a record that was merged into another one: the server answers with the survivor, and the page
 * follows, so that edits are saved there.
 */
function useMergedNote(
  patientId: number,
  patient: { id: number; patientName: string } | undefined,
  { openRecord }: Dialogs,
): ReactNode {
  const [survivorId, setSurvivorId] = useState<number | null>(null);
  const followed = patient && patient.id !== patientId ? patient.id : null;
  if (followed !== null && followed !== survivorId) setSurvivorId(followed);
  useEffect(() => {
    if (followed !== null) openRecord(followed, true);
  }, [followed, openRecord]);
  return (
    patient &&
    survivorId === patient.id && (
      <NoteBox role="status" tone="info" title={`Merged into ${patient.patientName}`}>
        The record you opened was merged into this one.
      </NoteBox>
    )
  );
}
