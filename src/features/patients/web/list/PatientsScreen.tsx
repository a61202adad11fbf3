import { Plus } from "lucide-react";
import { type ReactNode, Suspense, useEffect } from "react";
import { addPatient, listPatients } from "#features/patients/contract.ts";
import { AccessRestricted } from "#web/clinical/AccessRestricted.tsx";
import { IfCan, useCan } from "#web/data/session.tsx";
import { lazyPart } from "#web/lazy-part.ts";
import { Button } from "#web/ui/Button.tsx";
import { SkeletonCard, SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { Segment } from "#web/ui/frame/Segment.tsx";
import { ActivePatients } from "./ActivePatients.tsx";
import { usePatientSearch } from "./use-patient-search.ts";

const ArchivedPatients = lazyPart(() => import("./ArchivedPatients.tsx"), "ArchivedPatients");
const AddPatientPanel = lazyPart(() => import("../form/AddPatientPanel.tsx"), "AddPatientPanel");

type PatientsScreenProps = {
  /** The initial view when the URL names none. */
  initialView?: "active" | "archived" | undefined;
  /** A search passed in by another screen. */
  initialSearch?: string | undefined;
  onOpenPatient: (id: number) => void;
  /** The card menu's View Consultation. */
  onConsultations: (id: number) => void;
  onAddPatient: () => void;
  onPrescribe: (id: number) => void;
  onEdit: (id: number) => void;
  /** Beside the choice of the list, on desks. */
  besides?: ReactNode;
  /** Of the heading: 2 below the heading of another part of the page. */
  level?: 1 | 2;
};

/** The patient list. Users who may only add patients get the form instead. */
export function PatientsScreen({
  initialView = "active",
  initialSearch,
  onOpenPatient,
  onConsultations,
  onAddPatient,
  onPrescribe,
  onEdit,
  besides,
  level = 1,
}: PatientsScreenProps) {
  const can = useCan();
  const { search, change } = usePatientSearch();
  useEffect(() => {
    if (initialSearch) change({ q: initialSearch });
  }, [initialSearch, change]);

  const view = search.view ?? initialView;
  const addButton = (
    <IfCan do={addPatient}>
      <Button variant="primary" icon={<Plus />} onClick={onAddPatient}>
        Add Patient
      </Button>
    </IfCan>
  );
  const title = view === "archived" ? "Archived Patients" : "Patient Management (Role-Based)";

  if (!can(listPatients))
    return (
      <div className="grid gap-4">
        <Title level={level}>Patient Management (Role-Based)</Title>
        {can(addPatient) ? (
          <Suspense fallback={<Waiting skeleton={<SkeletonCard />} />}>
            <AddPatientPanel />
          </Suspense>
        ) : (
          <AccessRestricted />
        )}
      </div>
    );
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Title level={level}>{title}</Title>
        <div className="max-md:w-full" data-print="no">
          <Segment
            label="Which patients"
            value={view}
            onChange={(next) => change({ view: next })}
            options={[
              { value: "active", label: "Active Patients" },
              { value: "archived", label: "Archived Patients" },
            ]}
          />
        </div>
        {besides && (
          <div className="max-md:hidden" data-print="no">
            {besides}
          </div>
        )}
        {/* On phones the bottom bar's plus does this. */}
        {view === "active" && can(addPatient) && (
          <div className="max-md:hidden" data-print="no">
            {addButton}
          </div>
        )}
      </div>
      {view === "archived" ? (
        <Suspense fallback={<Waiting label="Loading patients..." skeleton={<SkeletonRows rows={6} />} />}>
          <ArchivedPatients search={search} change={change} onOpen={onOpenPatient} />
        </Suspense>
      ) : (
        <ActivePatients
          {...{ search, change, onConsultations, onPrescribe, onEdit, addButton }}
          onOpen={onOpenPatient}
        />
      )}
    </div>
  );
}

function Title({ level, children }: { level: 1 | 2; children: string }) {
  const Heading = `h${level}` as const;
  return (
    <Heading className="mr-auto text-xl font-strong tracking-tight text-balance md:text-2xl">
      {children}
    </Heading>
  );
}
