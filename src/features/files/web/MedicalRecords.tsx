import { FlaskConical, FolderOpen, ImageIcon, Plus } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import {
  type FileCategory,
  fileCategories,
  type PatientFile,
  patientFiles,
} from "#features/files/contract.ts";
import { editPatient } from "#features/patients/contract.ts";
import { usePatient } from "#web/clinical/use-patient.ts";
import { useCall } from "#web/data/calls.ts";
import { IfCan } from "#web/data/session.tsx";
import { lazyPart } from "#web/lazy-part.ts";
import { usePrintedWhole } from "#web/printing/print-whole.ts";
import { QueryList } from "#web/QueryList.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Count } from "#web/ui/Count.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { type Tab, Tabs } from "#web/ui/frame/Tabs.tsx";
import { ScrollBox } from "#web/ui/lists/ScrollBox.tsx";
import { FileList } from "./FileList.tsx";
import { categoryNames } from "./file-words.ts";

const AddFilesDialog = lazyPart(() => import("./AddFilesDialog.tsx"), "AddFilesDialog");
const FileViewer = lazyPart(() => import("./FileViewer.tsx"), "FileViewer");

const icons: Record<FileCategory, ReactNode> = {
  laboratory: <FlaskConical />,
  imaging: <ImageIcon />,
  other: <FolderOpen />,
};

/** All files of one patient, in four tabs. The page passes in the prescriptions, which belong to another feature. */
export function MedicalRecords({
  patientId,
  prescriptions,
}: {
  patientId: number;
  prescriptions: { count: number | undefined; content: ReactNode };
}) {
  const params = { id: String(patientId) };
  const isWhole = usePrintedWhole();
  const files = useCall(patientFiles, { params });
  const patient = usePatient(patientId).data;
  const [tab, setTab] = useState<string>("laboratory");
  const [viewed, view] = useState<PatientFile | null>(null);
  const [addingTo, addTo] = useState<FileCategory | null>(null);
  const openTab = fileCategories.find((category) => category === tab);
  const filed = (category: FileCategory) => files.data?.filter((file) => file.category === category);
  const tabs: Tab[] = [
    ...fileCategories.map((category) => ({
      id: category,
      label: categoryNames[category],
      count: filed(category)?.length,
      content: <FilesOrNone category={category} query={files} onView={view} />,
    })),
    {
      id: "prescriptions",
      label: "Prescriptions",
      count: prescriptions.count,
      content: prescriptions.content,
      staysMounted: true,
    },
  ];

  return (
    <Section
      flush
      title="Complete Medical Records"
      className="[&>div:first-child]:border-b-0"
      actions={
        openTab &&
        patient &&
        !isWhole && (
          <IfCan do={editPatient}>
            <Button
              size="sm"
              icon={<Plus />}
              aria-label={`Add Files to ${categoryNames[openTab]}`}
              onClick={() => addTo(openTab)}
            >
              Add Files
            </Button>
          </IfCan>
        )
      }
    >
      {isWhole ? (
        tabs.map(({ id, label, count, content }) => (
          <Section
            key={id}
            flush
            level={3}
            title={label}
            note={count !== undefined && <Count value={count} exact />}
            className="rounded-none border-x-0 border-b-0"
          >
            {content}
          </Section>
        ))
      ) : (
        <Tabs
          label="Complete Medical Records"
          value={tab}
          onChange={setTab}
          listClassName="px-4"
          tabs={tabs}
        />
      )}
      <Suspense fallback={null}>
        {viewed && (
          <FileViewer
            files={filed(viewed.category) ?? [viewed]}
            file={viewed}
            patientName={patient?.patientName}
            onFile={view}
            onClose={() => view(null)}
          />
        )}
        {addingTo && patient && (
          <AddFilesDialog patient={patient} category={addingTo} onClose={() => addTo(null)} />
        )}
      </Suspense>
    </Section>
  );
}

function FilesOrNone({
  category,
  query,
  onView,
}: {
  category: FileCategory;
  query: ReturnType<typeof useCall<typeof patientFiles>>;
  onView: (file: PatientFile) => void;
}) {
  const name = categoryNames[category];
  return (
    <QueryList
      query={query}
      rowsOf={(files) => files.filter((file) => file.category === category)}
      title="Failed to load files"
      skeleton={<SkeletonRows rows={2} initials={false} />}
      label={`Loading ${name.toLowerCase()}`}
      empty={
        <Empty
          icon={icons[category]}
          title={`No ${name.toLowerCase().replace(/s$/, "")} records found`}
          why="Files you upload for this patient appear here."
        />
      }
    >
      {(files) => (
        <ScrollBox label={name} focusable={false} className="max-h-100 overflow-y-auto overscroll-contain">
          <FileList label={name} files={files} onView={onView} />
        </ScrollBox>
      )}
    </QueryList>
  );
}
