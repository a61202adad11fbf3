import { Lock } from "lucide-react";
import { useState } from "react";
import {
  type ConfidentialEntry,
  type EntryOfDoctor,
  entriesOfOtherDoctors,
  openConfidentialEntry,
} from "#features/confidential/contract.ts";
import type { Whole } from "#shared/endpoint.ts";
import { formatInstant } from "#shared/formats/dates.ts";
import { DialogPatient } from "#web/clinical/DialogPatient.tsx";
import { usePatient } from "#web/clinical/use-patient.ts";
import { useCall, useEndpointMutation } from "#web/data/calls.ts";
import { ReasonDialog } from "#web/forms/ReasonDialog.tsx";
import { QueryList } from "#web/QueryList.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { ChartList } from "#web/ui/lists/ChartList.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";

const kindLabels: Record<ConfidentialEntry, string> = {
  consultation: "Consultation",
  fullHistory: "Full history",
  prescription: "Prescription",
  problem: "Problem",
  medicine: "Medicine",
  result: "Laboratory result",
  paper: "Certificate or request",
};

const nameOf = ({ entry }: EntryOfDoctor) => kindLabels[entry];

/** What the clinic's other doctors keep confidential of a patient. The owner opens one at a time, with a reason. */
export function OtherDoctorsEntries({ patientId, onClose }: { patientId: number; onClose: () => void }) {
  const patient = usePatient(patientId);
  const entries = useCall(entriesOfOtherDoctors, { params: { id: String(patientId) } });
  const [asked, ask] = useState<EntryOfDoctor | null>(null);
  const [opened, setOpened] = useState<Whole<typeof openConfidentialEntry> | null>(null);
  const { mutateAsync } = useEndpointMutation(openConfidentialEntry, { done: null, failed: null });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Other Doctors' Confidential Entries"
      description="Only the doctor who wrote an entry reads it. You can open one with a reason: the doctor is told, and the history keeps it."
      patient={patient.data && <DialogPatient patient={patient.data} />}
    >
      <div className="grid gap-5">
        <QueryList
          query={entries}
          title="Failed to load the entries"
          label="Loading the entries"
          skeleton={<SkeletonRows rows={3} initials={false} />}
          empty={<Empty icon={<Lock />} title="No other doctor keeps anything confidential here." />}
        >
          {(rows) => (
            <ul aria-label="Confidential entries" className="grid">
              {rows.map((entry) => (
                <li
                  key={entry.id}
                  className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line py-3 first:border-t-0"
                >
                  <span className="min-w-0 flex-1 basis-60">
                    <span className="block font-medium">{nameOf(entry)}</span>
                    <span className="block text-sm text-ink-2">
                      {entry.doctorName} · {formatInstant(entry.writtenAt)}
                    </span>
                  </span>
                  <Button size="sm" onClick={() => ask(entry)}>
                    Open
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </QueryList>
        {opened && (
          <Section title={`${nameOf(opened)}, ${opened.doctorName}`}>
            {opened.parts.length > 0 ? (
              <ChartList
                ruled
                lines={opened.parts.map(({ label, text }) => ({
                  label,
                  value: <span className="whitespace-pre-line break-words">{text}</span>,
                }))}
              />
            ) : (
              <p className="text-ink-2">It was withdrawn, or entered in error.</p>
            )}
          </Section>
        )}
      </div>
      {asked && (
        <ReasonDialog
          title={`Open this ${nameOf(asked).toLowerCase()}?`}
          description={`${asked.doctorName} is told that you opened it, and why.`}
          missing="Write the reason"
          save="Open"
          busyLabel="Opening…"
          fallback="Failed to open the entry"
          onSave={async (body) => setOpened(await mutateAsync({ params: { id: String(asked.id) }, body }))}
          onClose={() => ask(null)}
        />
      )}
    </Dialog>
  );
}
