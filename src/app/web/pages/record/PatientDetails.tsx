import { useQueryClient } from "@tanstack/react-query";
import { FileCheck, FileText, HeartPulse, History, ListChecks, Send, Stethoscope } from "lucide-react";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import type { Dialogs } from "#app/web/pages/dialogs/use-dialogs.ts";
import { ChoosePatientDialog } from "#app/web/pages/lazy-parts.ts";
import { patientAppointments } from "#features/appointments/contract.ts";
import { summary } from "#features/clinical-lists/summary-contract.ts";
import { addConsultation, patientConsultations, recordVitals } from "#features/consultations/contract.ts";
import { patientGrowth } from "#features/growth/contract.ts";
import { household } from "#features/households/contract.ts";
import { immunizations } from "#features/immunizations/contract.ts";
import { addPaper, patientPapers } from "#features/papers/contract.ts";
import { PatientDetailsDialog } from "#features/patients/web/record/PatientDetailsDialog.tsx";
import { pregnancies } from "#features/pregnancies/contract.ts";
import { sendReferral } from "#features/referrals/contract.ts";
import { patientResults } from "#features/results/contract.ts";
import { isUnderNineteen, mayBePregnant } from "#shared/clinical/age.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { usePatient } from "#web/clinical/use-patient.ts";
import { useCall } from "#web/data/calls.ts";
import { IfCan, useCurrentUser } from "#web/data/session.tsx";
import { useToday } from "#web/hooks/use-today.ts";
import { noteOpened } from "#web/recent-patients.ts";
import { Button } from "#web/ui/Button.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { Menu } from "#web/ui/overlays/Menu.tsx";
import { PrescribingDialog } from "./PrescribingDialog.tsx";
import { Alerts, Strip } from "./RecordHead.tsx";
import { VisitsSheet } from "./RecordVisits.tsx";
import {
  BillRecords,
  DoneButton,
  FamilySheet,
  FromHmos,
  GrowthSheet,
  ImmunizationSheet,
  MedicalRecords,
  PaperRecords,
  PatientAppointments,
  PatientReferrals,
  PregnancySheet,
  PrescriptionRecords,
  preloadRecordSheets,
  ReminderConsents,
  ResultRecords,
  VitalSignsPanel,
} from "./record-parts.ts";

/** A patient's record, with the parts that other features contribute. */
export function PatientDetails({
  patientId,
  dialogs,
  isLedTo,
}: {
  patientId: number;
  dialogs: Dialogs;
  /** From the link of a record that was merged into this one. */
  isLedTo: boolean;
}) {
  const isOwner = useCurrentUser().data?.role === "owner";
  const queries = useQueryClient();
  const today = useToday();
  const patient = usePatient(patientId).data;
  const { isPending: isHeadPending } = useCall(summary, { params: { id: String(patientId) } });
  // Preloads its sheets once the dialog is rendered, while the record loads.
  useEffect(() => {
    const soon = setTimeout(preloadRecordSheets);
    return () => clearTimeout(soon);
  }, []);
  useEffect(() => {
    if (patient) noteOpened(queries, patient);
  }, [queries, patient]);
  return (
    <PatientDetailsDialog
      patientId={patientId}
      isHeadPending={isHeadPending}
      onClose={dialogs.close}
      onEdit={() => dialogs.show("edit", patientId)}
      onCopy={() => dialogs.show("copy", patientId)}
      onLabels={() => dialogs.show("labels", patientId)}
      onMerge={() => dialogs.show("merge", patientId)}
      note={
        isLedTo &&
        patient && (
          <NoteBox role="status" tone="info" title={`Merged into ${patient.patientName}`}>
            The record you opened was merged into this one.
          </NoteBox>
        )
      }
      alerts={<Alerts patientId={patientId} />}
      glance={<Strip patientId={patientId} />}
      actions={
        <>
          <IfCan do={addConsultation}>
            <Button
              variant="primary"
              icon={<Stethoscope />}
              data-autofocus=""
              onClick={() => dialogs.show("consultation", patientId)}
            >
              New Consultation
            </Button>
          </IfCan>
          {/* The others open the form from the patient's card. */}
          {isOwner && (
            <Button icon={<FileText />} onClick={() => dialogs.show("prescription", patientId)}>
              Generate Prescription
            </Button>
          )}
          <IfCan do={recordVitals}>
            <Button icon={<HeartPulse />} onClick={() => dialogs.show("vitals", patientId)}>
              Record Vitals
            </Button>
          </IfCan>
          <IfCan do={addPaper}>
            <Menu
              trigger={<Button icon={<FileCheck />}>Papers</Button>}
              items={[
                { label: "Certificate", onSelect: () => dialogs.show("certificate", patientId) },
                {
                  label: "Laboratory Request",
                  onSelect: () => dialogs.show("laboratory-request", patientId),
                },
                { label: "Imaging Request", onSelect: () => dialogs.show("imaging-request", patientId) },
              ]}
            />
          </IfCan>
          <IfCan do={sendReferral}>
            <Button icon={<Send />} onClick={() => dialogs.show("refer", patientId)}>
              Refer Patient
            </Button>
          </IfCan>
          <Suspense fallback={null}>
            <DoneButton patientId={patientId} onDone={dialogs.close} />
          </Suspense>
        </>
      }
      vitals={<VitalSignsPanel patientId={patientId} onRecord={() => dialogs.show("vitals", patientId)} />}
      checklist={
        <>
          <IfCan do={patientConsultations}>
            <Button size="sm" icon={<History />} onClick={() => dialogs.show("history", patientId)}>
              Consultation History
            </Button>
          </IfCan>
          <IfCan do={addConsultation}>
            <Button size="sm" icon={<ListChecks />} onClick={() => dialogs.show("checklist", patientId)}>
              Consultation History Checklist
            </Button>
          </IfCan>
        </>
      }
      records={
        <>
          <IfCan do={patientResults}>
            <ResultRecords patientId={patientId} onOpen={() => dialogs.show("results", patientId)} />
          </IfCan>
          <IfCan do={patientPapers}>
            <PaperRecords patientId={patientId} onAdd={() => dialogs.show("certificate", patientId)} />
          </IfCan>
          <Records patientId={patientId} />
        </>
      }
      consultations={
        <VisitsSheet
          patientId={patientId}
          onAdd={() => dialogs.show("consultation", patientId)}
          onResults={() => dialogs.show("results", patientId)}
        />
      }
      pregnancy={
        patient &&
        mayBePregnant(patient, today) !== "no" && (
          <Part reads={pregnancies}>
            <PregnancySheet patient={patient} whenAny={mayBePregnant(patient, today) === "was"} />
          </Part>
        )
      }
      growth={
        patient &&
        // Also of those who grew up since they were registered.
        isUnderNineteen(patient, manilaDay(new Date(patient.createdAt))) && (
          <Part reads={patientGrowth}>
            <GrowthSheet patient={patient} whenAny={!isUnderNineteen(patient, today)} />
          </Part>
        )
      }
      immunization={
        patient && (
          <Part reads={immunizations}>
            <ImmunizationSheet patient={patient} />
          </Part>
        )
      }
      family={
        patient && (
          <Part reads={household}>
            <FamilySheet
              patient={patient}
              onOpen={(id) => dialogs.swap("details", id)}
              choosing={(choice) => <ChoosePatientDialog {...choice} />}
            />
          </Part>
        )
      }
      appointments={
        <IfCan do={patientAppointments}>
          <PatientAppointments
            patientId={patientId}
            consents={<ReminderConsents patientId={patientId} />}
            onBook={() => dialogs.show("appointment", patientId)}
          />
        </IfCan>
      }
      fromHmos={
        <Suspense fallback={null}>
          <FromHmos patientId={patientId} />
        </Suspense>
      }
      bills={<BillRecords patientId={patientId} onPay={() => dialogs.show("payment", patientId)} />}
      referrals={<PatientReferrals patientId={patientId} />}
    />
  );
}

/** A part of the record that not everybody may read, and whose code may still be loading. */
const Part = ({ reads, children }: { reads: Endpoint; children: ReactNode }) => (
  <IfCan do={reads}>
    <Suspense fallback={null}>{children}</Suspense>
  </IfCan>
);

/** The patient's files, with the prescriptions as one of its tabs. */
function Records({ patientId }: { patientId: number }) {
  const [count, setCount] = useState<number>();
  return (
    <MedicalRecords
      patientId={patientId}
      prescriptions={{
        count,
        content: (
          <PrescriptionRecords
            patientId={patientId}
            writing={(anew) => <PrescribingDialog patientId={patientId} {...anew} />}
            onCount={setCount}
          />
        ),
      }}
    />
  );
}
