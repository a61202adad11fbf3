import { FileDown, GitMerge, Pencil, Tags } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { mergePatients } from "#features/merges/contract.ts";
import { editPatient, type Patient, printLabels } from "#features/patients/contract.ts";
import { copyRecord } from "#features/record-copy/contract.ts";
import { ageSex } from "#shared/clinical/age.ts";
import { formatLongDay } from "#shared/formats/dates.ts";
import { AskSex } from "#web/clinical/AskSex.tsx";
import { usePatient } from "#web/clinical/use-patient.ts";
import { IfCan, useCan } from "#web/data/session.tsx";
import { useProgressiveParts } from "#web/data/use-progressive-parts.ts";
import { restMs } from "#web/first-screen.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { Button } from "#web/ui/Button.tsx";
import { ErrorState } from "#web/ui/feedback/ErrorState.tsx";
import { SkeletonCard } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { PatientHeader } from "#web/ui/frame/PatientHeader.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { PatientHistory } from "./PatientHistory.tsx";
import { PatientSheet } from "./PatientSheet.tsx";

type PatientDetailsProps = {
  patientId: number;
  /** The safety strip is still loading. Rendered together with the patient, it shifts nothing. */
  isHeadPending?: boolean;
  onClose: () => void;
  /** Under the header: the last visit and the latest vital signs. */
  glance?: ReactNode;
  /** In the header, after the name. */
  alerts?: ReactNode;
  /** Buttons of the header: Record Vitals, Generate Prescription, Refer Patient. */
  actions: ReactNode;
  /** The latest vital signs, under Consultation Information. */
  vitals: ReactNode;
  /** Sheets of the right column: Complete Medical Records, Consultation Records. */
  records: ReactNode;
  consultations: ReactNode;
  /** Pregnancy, growth, immunization and family. */
  pregnancy?: ReactNode;
  growth?: ReactNode;
  immunization?: ReactNode;
  family?: ReactNode;
  appointments?: ReactNode;
  bills?: ReactNode;
  /** Below the amount: what HMOs owe. */
  fromHmos?: ReactNode;
  referrals?: ReactNode;
  /** In the header of Consultation Information: Consultation History Checklist. */
  checklist?: ReactNode;
  onEdit?: (() => void) | undefined;
  onCopy?: (() => void) | undefined;
  onLabels?: (() => void) | undefined;
  /** Chooses the record to merge into this one. */
  onMerge?: (() => void) | undefined;
  /** Above the record: that the opened one was merged into it. */
  note?: ReactNode;
};

/** One patient's whole record. It fills the work area next to the sidebar. */
export function PatientDetailsDialog(props: PatientDetailsProps) {
  const { patientId, isHeadPending = false, onClose } = props;
  const { data, error, refetch, isFetching } = usePatient(patientId);
  const [isHeadDue, setHeadDue] = useState(false);
  const number = data?.admissionNo;
  useEffect(() => {
    if (number === undefined) return;
    const before = document.title;
    // The number and not the name, which would stay in the browser's history.
    document.title = `Patient ${number} - Klinika`;
    return () => {
      document.title = before;
    };
  }, [number]);
  useEffect(() => {
    const timer = setTimeout(() => setHeadDue(true), restMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Dialog
      open
      onClose={onClose}
      size="work"
      title={data ? `Patient Details - ${data.admissionNo}` : "Patient Details"}
    >
      {data && (isHeadDue || !isHeadPending) ? (
        <Record patient={data} {...props} />
      ) : error ? (
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
      ) : (
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
      )}
    </Dialog>
  );
}

function Record({
  patient,
  alerts,
  glance,
  actions,
  vitals,
  records,
  consultations,
  pregnancy,
  growth,
  immunization,
  family,
  appointments,
  bills,
  fromHmos,
  referrals,
  checklist,
  onEdit,
  onCopy,
  onLabels,
  onMerge,
  note,
}: { patient: Patient } & PatientDetailsProps) {
  const today = useToday();
  const mayMerge = useCan()(mergePatients);
  // The header and actions first, then one sheet after the other as it scrolls into view.
  const { shown, end } = useProgressiveParts(7);
  return (
    <div className="grid gap-5 max-md:gap-4">
      {note}
      <PatientHeader
        name={patient.patientName}
        ageSex={ageSex(patient, today)}
        admissionNumber={patient.admissionNo}
        allergies={patient.allergies}
        photo={patient.patientPhoto}
        alerts={
          <>
            {alerts}
            <AskSex patient={patient} />
          </>
        }
      />
      <div className="spine overflow-hidden rounded-md border border-line border-l-brand-ring bg-surface">
        {glance}
        <div className="flex flex-wrap gap-2 border-t border-line px-4 py-3 max-md:grid max-md:grid-cols-2 max-md:*:px-2 max-md:*:text-sm max-md:[&_svg]:hidden max-md:odd:*:last:col-span-2">
          {actions}
        </div>
      </div>
      {shown > 0 ? (
        <div className="grid items-start gap-5 max-md:gap-4 xl:grid-cols-[19.5rem_minmax(0,1fr)] xl:grid-rows-[auto_1fr]">
          <div className="max-xl:order-2 xl:row-span-2">
            <PatientSheet
              patient={patient}
              today={today}
              fromHmos={fromHmos}
              edit={
                onEdit && (
                  <IfCan do={editPatient}>
                    <Button
                      variant="ghost"
                      size="sm"
                      aria-label="Edit Patient"
                      icon={<Pencil />}
                      onClick={onEdit}
                    >
                      Edit
                    </Button>
                  </IfCan>
                )
              }
              copy={
                (onCopy || onLabels || onMerge) && (
                  <span className="flex flex-wrap gap-2">
                    {onCopy && (
                      <IfCan do={copyRecord}>
                        <Button size="sm" icon={<FileDown />} onClick={onCopy}>
                          Give Patient a Copy
                        </Button>
                      </IfCan>
                    )}
                    {onLabels && (
                      <IfCan do={printLabels}>
                        <Button size="sm" icon={<Tags />} onClick={onLabels}>
                          Labels and Card
                        </Button>
                      </IfCan>
                    )}
                    {onMerge && (
                      <Button size="sm" icon={<GitMerge />} onClick={onMerge}>
                        {mayMerge ? "Merge with Another Record…" : "Propose to Merge…"}
                      </Button>
                    )}
                  </span>
                )
              }
            />
          </div>
          <div className="grid min-w-0 gap-5 max-md:gap-4">
            {consultations}
            {shown > 1 && (
              <Section flush title="Consultation Information" actions={checklist}>
                <dl className="grid border-b border-line md:grid-cols-[1fr_1.6fr]">
                  <div className="px-4 py-3">
                    <dt className="text-sm text-ink-3">Birthday</dt>
                    <dd>{patient.birthday ? formatLongDay(patient.birthday) : <None>Not provided</None>}</dd>
                  </div>
                  <div className="border-line px-4 py-3 max-md:border-t md:border-l">
                    <dt className="text-sm text-ink-3">Chief complaint</dt>
                    <dd className="whitespace-pre-line wrap-anywhere">
                      {patient.chiefComplaint ?? <None>Not specified</None>}
                    </dd>
                  </div>
                </dl>
                {vitals}
              </Section>
            )}
            {shown > 2 && pregnancy}
            {shown > 2 && growth}
            {shown > 3 && immunization}
            {shown > 3 && family}
            {shown > 4 && records}
            {shown > 5 && appointments}
            {shown > 5 && bills}
            {shown > 6 && referrals}
            {shown < 7 && (
              <div ref={end}>
                <Waiting skeleton={<SkeletonCard />} />
              </div>
            )}
          </div>
          <div className="min-w-0 max-xl:order-3 xl:col-start-2">
            {shown > 6 && <PatientHistory patientId={patient.id} />}
          </div>
        </div>
      ) : (
        <Waiting skeleton={<SkeletonCard />} />
      )}
    </div>
  );
}

const None = ({ children }: { children: string }) => <span className="text-ink-3">{children}</span>;
