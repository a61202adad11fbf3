import { Plus } from "lucide-react";
import {
  type ComponentProps,
  type ComponentType,
  Suspense,
  useEffect,
  useEffectEvent,
  useState,
} from "react";
import type { Appointment } from "#features/appointments/contract.ts";
import { listPatients } from "#features/patients/contract.ts";
import { addWalkIn } from "#features/registration/contract.ts";
import { addVisit, addVisitor } from "#features/visits/contract.ts";
import type { VisitPurpose } from "#shared/clinical/visit-states.ts";
import { FoundPatients } from "#web/clinical/FoundPatient.tsx";
import { usePatientFinder } from "#web/clinical/use-patient-finder.ts";
import { useCan } from "#web/data/session.tsx";
import { useToday } from "#web/hooks/use-today.ts";
import { QueryPending } from "#web/QueryPending.tsx";
import { Button } from "#web/ui/Button.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Segment } from "#web/ui/frame/Segment.tsx";
import { SearchInput } from "#web/ui/inputs/SearchInput.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { ChooseDoctor, type DoctorChoice } from "./ChooseDoctor.tsx";
import { isExactly, type TypedPatient, typedPatient } from "./typed-patient.ts";
import type { Queue } from "./use-queue.ts";
import { VisitorDialog } from "./VisitorDialog.tsx";

type CameFor = VisitPurpose | "visitor";

type ChosenPatient = Pick<ComponentProps<typeof ChooseDoctor>, "patientId" | "found" | "purpose">;

const nameOf = (typed: string) => typedPatient(typed).name;

type WalkInProps = {
  /** An appointment of an unregistered person: the patient gets it. */
  appointment: Appointment | null;
  /** Who it is, if that is known already. */
  patientId?: number;
  /** Null where one doctor practises. */
  choice: DoctorChoice | null;
  placeId: number | undefined;
  /** Patients who are in the queue. */
  queued: ReadonlySet<number>;
  queue: Queue;
  registration: WalkInRegistration;
  /** Typed before the dialog was loaded. */
  typedAhead: string;
  /** Opens the record of somebody who is registered already. */
  onOpen: (patientId: number) => void;
  onClose: () => void;
};

/** The registration form of another feature, loaded while the patient is searched. */
export type WalkInRegistration = ComponentType<{
  open: boolean;
  walkIn: TypedPatient & Pick<WalkInProps, "placeId" | "appointment">;
  onClose: () => void;
  onAdded: () => void;
}> & { preload: () => Promise<void> };

/** Finds a patient and gives them a number; an unregistered patient is registered in the same step. */
export function WalkInDialog(props: WalkInProps) {
  const can = useCan();
  const maySearch = can(listPatients) && can(addVisit);
  const [typed, setTyped] = useState<TypedPatient | null>(
    maySearch ? null : typedPatient(props.appointment?.personName ?? props.typedAhead),
  );
  const { placeId, appointment, registration: Registration, choice, queue, onClose } = props;
  const [chosen, choose] = useState<ChosenPatient | null>(
    props.patientId === undefined
      ? null
      : { patientId: props.patientId, found: undefined, purpose: "consultation" },
  );
  useEffect(() => void Registration.preload(), [Registration]);
  if (typed !== null)
    return (
      <Suspense fallback={null}>
        <Registration open walkIn={{ ...typed, placeId, appointment }} onClose={onClose} onAdded={onClose} />
      </Suspense>
    );
  if (choice && chosen)
    return (
      <ChooseDoctor
        {...chosen}
        {...{ placeId, choice, queue, onClose }}
        onBack={props.patientId === undefined ? () => choose(null) : undefined}
      />
    );
  return (
    <FindWalkIn
      {...props}
      {...(can(addWalkIn) && { onNew: setTyped })}
      // An appointment has a doctor.
      {...(choice && !appointment && { onFound: choose })}
    />
  );
}

function FindWalkIn({
  placeId,
  appointment,
  queued,
  queue,
  typedAhead,
  onNew,
  onFound,
  onOpen,
  onClose,
}: WalkInProps & {
  /** Asks for the doctor. Missing where the patient gets a number at once. */
  onFound?: (patient: ChosenPatient) => void;
  /** Registers them. Missing for users who may not. */
  onNew?: (patient: TypedPatient) => void;
}) {
  const { typed, setTyped, search, read, isCurrent } = usePatientFinder({
    withNewest: false,
    searchOf: nameOf,
    initially: appointment?.personName ?? typedAhead,
  });
  const today = useToday();
  const mayAddVisitor = useCan()(addVisitor);
  const found = search ? (read.data ?? []) : [];
  const patient = typedPatient(typed);
  const { name } = patient;
  const same = found.find((known) => isExactly(known, patient, today));
  const first = same ?? found.find(({ id }) => !queued.has(id));
  const open = (id: number) => {
    onClose();
    onOpen(id);
  };
  const add = async (id: number) => {
    const one = found.find((each) => each.id === id);
    if (onFound && cameFor !== "visitor") {
      onFound({ patientId: id, found: one, purpose: cameFor });
      return;
    }
    const draft = {
      placeId,
      appointmentId: appointment?.id,
      purpose: cameFor === "results" ? "results" : undefined,
    } as const;
    if (await queue.add(id, draft)) onClose();
  };
  const [cameFor, setCameFor] = useState<CameFor>("consultation");
  const choose = () => {
    if (queue.addingId !== null || name === "") return;
    if (first && queued.has(first.id)) open(first.id);
    else if (first) void add(first.id);
    else if (found.length === 0) onNew?.(patient);
  };
  // Enter was pressed before the search had a result.
  const [entered, setEntered] = useState<string | null>(null);
  const onAnswer = useEffectEvent(choose);
  useEffect(() => {
    if (isCurrent && entered === typed) onAnswer();
  }, [isCurrent, entered, typed]);
  const choice = (
    <Segment
      label="Came for"
      value={cameFor}
      onChange={setCameFor}
      options={[
        { value: "consultation", label: "Consultation" },
        { value: "results", label: "Results only" },
        // Who has an appointment is a patient.
        ...(mayAddVisitor && !appointment ? [{ value: "visitor", label: "Visitor" } as const] : []),
      ]}
    />
  );
  if (cameFor === "visitor")
    return (
      <VisitorDialog placeId={placeId} name={name} onClose={onClose}>
        {choice}
      </VisitorDialog>
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add Walk-in"
      description="Search, then press Enter to queue the first patient found. For a new patient type name, age and sex, like Reyes, Ana 31 F."
      atTop
      bodyClassName="grid content-start gap-3"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isCurrent) choose();
          else setEntered(typed);
        }}
      >
        <SearchInput
          label="Name, phone or number"
          placeholder="Name, phone or number"
          value={typed}
          onChange={setTyped}
          busy={read.isFetching}
          data-autofocus=""
        />
      </form>
      {choice}
      {read.error || (name !== "" && !read.data) ? (
        <QueryPending
          query={read}
          title="Failed to load patients"
          skeleton={<SkeletonRows rows={3} />}
          label="Searching…"
        />
      ) : (
        found.length > 0 && (
          <FoundPatients
            patients={found}
            search={search}
            onChoose={({ id }) => void add(id)}
            addingId={queue.addingId}
            taken={{ ids: queued, why: "already in the queue" }}
          />
        )
      )}
      {onNew && (
        <Button
          variant="link"
          icon={<Plus />}
          // Not before it is known who has that name, and nothing above moves it any more.
          disabled={name !== "" && !isCurrent && !read.error}
          onClick={() => (same ? open(same.id) : onNew(patient))}
          className="justify-self-start"
        >
          {name ? `New patient “${name.length > 40 ? `${name.slice(0, 40)}…` : name}”` : "New patient"}
          {patient.age && `, ${patient.age} ${patient.sex ?? ""}`.trimEnd()}
        </Button>
      )}
    </Dialog>
  );
}
