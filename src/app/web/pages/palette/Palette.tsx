import { useQueryClient } from "@tanstack/react-query";
import { Building2, SearchX, Users, X } from "lucide-react";
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react";
import { listPatients } from "#features/patients/contract.ts";
import { type FindablePatient, FoundPatient } from "#web/clinical/FoundPatient.tsx";
import { usePatient } from "#web/clinical/use-patient.ts";
import { usePatientFinder } from "#web/clinical/use-patient-finder.ts";
import { useCan } from "#web/data/session.tsx";
import { useToday } from "#web/hooks/use-today.ts";
import { MatchedText } from "#web/MatchedText.tsx";
import { SearchedOnDevice } from "#web/offline/SearchedOnDevice.tsx";
import { recentPatients } from "#web/recent-patients.ts";
import { isPressed } from "#web/shortcuts.ts";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { SearchInput } from "#web/ui/inputs/SearchInput.tsx";
import { Kbd } from "#web/ui/Kbd.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { ScanCardButton } from "../scan-card/ScanCardButton.tsx";
import type { Desk } from "../shell/desk.ts";
import { type Entry, isNamed, matching, useEntries } from "./palette-entries.tsx";

/** Before anything is typed, so that the actions below are visible. */
const newestShown = 5;
const ALL_RESULTS = "all";

type Option = { id: string; run: () => void; content: ReactNode };
type Group = { title: string; options: Option[] };

/** Patients, actions and pages by a few letters; Enter chooses the first. */
export function Palette(
  props: Desk & { takeTypedAhead: () => string; onShortcuts: () => void; onClose: () => void },
) {
  const { user, dialogs, takeTypedAhead, onSearch, onShortcuts, onClose } = props;
  const can = useCan();
  const queries = useQueryClient();
  const today = useToday();
  const mayFind = can(listPatients);
  const isAdmin = user.role === "admin";
  const record = dialogs.open.length === 0 ? dialogs.record : null;
  const [opened] = useState(() => recentPatients(queries));
  const recent = opened.filter(({ id }) => id !== record);
  const { typed, setTyped, search, read, isCurrent } = usePatientFinder({
    enabled: mayFind,
    withNewest: recent.length === 0,
  });
  const wanted = typed.trim();
  const { onRecord, actions, pages } = useEntries(props, record, onShortcuts);

  const option = ({ id, label, icon, hint, run }: Entry): Option => ({
    id,
    run,
    content: (
      <>
        <span className="grid w-9 shrink-0 place-items-center text-ink-3">{icon}</span>
        <span className="min-w-0 flex-1 wrap-anywhere">
          <MatchedText text={label} search={wanted || undefined} />
        </span>
        {hint !== undefined && <Kbd>{hint}</Kbd>}
      </>
    ),
  });
  const patientOption = (patient: FindablePatient): Option => ({
    id: `patient-${patient.id}`,
    run: () => dialogs.openRecord(patient.id),
    content: <FoundPatient {...{ patient, today }} search={wanted ? search : undefined} />,
  });

  const showsRecent = wanted === "" && recent.length > 0;
  const answered = showsRecent ? recent : (read.data ?? []).slice(0, wanted ? undefined : newestShown);
  const exact = answered.find(({ admissionNo }) => admissionNo.toLowerCase() === wanted.toLowerCase());
  const found = exact ? [exact, ...answered.filter((patient) => patient !== exact)] : answered;
  const patients = mayFind ? found.map(patientOption) : [];
  if (wanted !== "" && (isAdmin || patients.length > 0))
    patients.push(
      option({
        id: ALL_RESULTS,
        label: isAdmin ? `Search clinics for “${wanted}”` : `All results for “${wanted}”`,
        icon: isAdmin ? <Building2 /> : <Users />,
        run: () => onSearch(wanted),
      }),
    );
  const other: Group[] = [
    { title: "This patient", options: matching(onRecord, typed).map(option) },
    { title: "Actions", options: matching(actions, typed).map(option) },
    { title: "Pages", options: matching(pages, typed).map(option) },
  ];
  const first: Group = {
    title: isAdmin ? "Clinics" : wanted ? "Patients" : showsRecent ? "Recently opened" : "Newest patients",
    options: patients,
  };
  // Named actions are above the patients, whose results would otherwise move them.
  const otherFirst = wanted ? isNamed([...onRecord, ...actions, ...pages], typed) : record !== null;
  const groups = (otherFirst ? [...other, first] : [first, ...other]).filter(
    ({ options }) => options.length > 0,
  );
  const options = groups.flatMap((group) => group.options);
  const awaits = mayFind && wanted !== "" && !isCurrent && !read.error;
  const firstIsReady = !awaits || otherFirst;

  const id = useId();
  const [picked, setPicked] = useState<{ id: string; of: string } | null>(null);
  const isKnown = picked?.of === typed && options.some((known) => known.id === picked.id);
  const current = isKnown ? picked.id : firstIsReady ? options[0]?.id : undefined;
  const choose = (chosen: Option) => {
    onClose();
    chosen.run();
  };

  // Enter before the result has arrived chooses the result's first entry. A number that is the prefix of several
  // patients' numbers opens none: a scanned card must not open another patient's record.
  const enterFor = useRef<string>(null);
  // From the camera it is certainly a card, so only an exact match opens.
  const [scanned, setScanned] = useState<{ number: string }>();
  const isScanned = scanned?.number === typed;
  const scan = (number: string) => {
    setTyped(number);
    setScanned({ number });
  };
  const answerEnter = useEffectEvent(() => {
    const isSure = exact !== undefined || found.length === 1 || !/^[\d-]+$/.test(wanted);
    if (isScanned) {
      if (exact) choose(patientOption(exact));
    } else if (enterFor.current === typed && options[0] && isSure) choose(options[0]);
    enterFor.current = null;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a card is scanned, and its patient found, without waiting too
  useEffect(() => {
    if (!awaits) answerEnter();
  }, [awaits, scanned, exact?.id]);

  // After the effect above, which would clear its Enter.
  const searchTypedAhead = useEffectEvent(() => {
    const [text, ...rest] = takeTypedAhead().split("\n");
    if (!text) return;
    setTyped(text);
    if (rest.length > 0) enterFor.current = text;
  });
  useEffect(() => searchTypedAhead(), []);

  const move = (step: number) => {
    const at = options.findIndex((known) => known.id === current);
    const from = at < 0 && step < 0 ? 0 : at;
    const next = options[(from + step + options.length) % options.length];
    if (!next) return;
    setPicked({ id: next.id, of: typed });
    document.getElementById(`${id}-${next.id}`)?.scrollIntoView({ block: "nearest" });
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (isPressed(event, "palette")) onClose();
    else if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (isPressed(event, "open")) {
      const chosen = options.find((known) => known.id === current);
      if (chosen) choose(chosen);
      else if (awaits) enterFor.current = typed;
    } else return;
    event.preventDefault();
  };

  const isUnknown = isScanned && !awaits && !read.error && !exact;
  const isFirstWait = mayFind && !showsRecent && !read.data && !read.error;
  // The link to all results is not one of them.
  const results = options.filter(({ id }) => id !== ALL_RESULTS).length;
  const says = awaits ? "" : `${results} ${results === 1 ? "result" : "results"}`;
  return (
    <Dialog open bare onClose={onClose} title="Search" size="md">
      <div className="sticky top-0 z-1 flex items-center gap-1.5 border-b border-line bg-surface p-2.5 md:rounded-t-lg">
        <SearchInput
          label={labels(mayFind, isAdmin)}
          placeholder={mayFind ? "Patients, actions, pages" : labels(mayFind, isAdmin)}
          value={typed}
          onChange={setTyped}
          maxLength={200}
          busy={awaits}
          onKeyDown={press}
          className="flex-1"
          role="combobox"
          enterKeyHint="go"
          aria-expanded={options.length > 0}
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={current === undefined ? undefined : `${id}-${current}`}
          data-autofocus=""
        />
        {mayFind && <ScanCardButton onNumber={scan} />}
        <IconButton label="Close" icon={<X />} onClick={onClose} />
      </div>
      <p role="status" className="sr-only">
        {says}
      </p>
      {read.error && !showsRecent && (
        <div role="alert" className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2.5">
          <span className="min-w-0 flex-1 text-bad">Failed to load patients. {read.error.shown()}</span>
          <Button size="sm" busy={read.isFetching} busyLabel="Trying…" onClick={() => void read.refetch()}>
            Try Again
          </Button>
        </div>
      )}
      {isUnknown && options.length > 0 && (
        <div className="p-2.5">
          <NoteBox tone="warn" role="status" title={noSuchCard}>
            These are similar. Check the name before you open one.
          </NoteBox>
        </div>
      )}
      {isFirstWait && (
        <Waiting
          label="Loading patients..."
          onRetry={() => void read.refetch()}
          skeleton={<SkeletonRows rows={3} />}
        />
      )}
      <OptionList
        id={id}
        groups={groups}
        waiting={awaits ? first : undefined}
        patientId={record}
        current={current}
        onPoint={(pointed) => setPicked({ id: pointed.id, of: typed })}
        onChoose={choose}
      />
      {mayFind && wanted !== "" && read.data && !awaits && (
        <div className="px-4 pb-3 empty:hidden">
          <SearchedOnDevice />
        </div>
      )}
      {options.length === 0 && !awaits && !isFirstWait && !read.error && (
        <NothingFound isUnknown={isUnknown} mayFind={mayFind} />
      )}
    </Dialog>
  );
}

/** The groups of options below the field, which keeps the focus and owns the keys. */
function OptionList({
  id,
  groups,
  waiting,
  patientId,
  current,
  onPoint,
  onChoose,
}: {
  id: string;
  groups: readonly Group[];
  /** The group whose options belong to an earlier search. */
  waiting: Group | undefined;
  patientId: number | null;
  current: string | undefined;
  onPoint: (option: Option) => void;
  onChoose: (option: Option) => void;
}) {
  return (
    <div id={`${id}-list`} role="listbox" aria-label="Results" className="p-1.5">
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
        <div
          key={group.title}
          role="group"
          aria-label={group.title}
          className={cx("pb-1.5", group === waiting && "opacity-60")}
        >
          <p aria-hidden="true" className="px-2.5 pt-1.5 pb-1 text-xs font-medium text-ink-3">
            {group.title === "This patient" && patientId !== null ? (
              <PatientName patientId={patientId} />
            ) : (
              group.title
            )}
          </p>
          {group.options.map((option) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
            <div
              key={option.id}
              id={`${id}-${option.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={option.id === current}
              // The focus stays in the field.
              onMouseDown={(event) => event.preventDefault()}
              onPointerMove={() => option.id !== current && onPoint(option)}
              onClick={() => onChoose(option)}
              className="flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-2.5 py-1.5 max-md:min-h-touch aria-selected:bg-sunk"
            >
              {option.content}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function NothingFound({ isUnknown, mayFind }: { isUnknown: boolean; mayFind: boolean }) {
  const [title, why] = isUnknown
    ? [
        noSuchCard,
        "The card may belong to another clinic, or the patient may be archived. Try part of the name.",
      ]
    : mayFind
      ? [
          "No patients match your search criteria.",
          "Try a part of the name, the admission number, or the name of a page.",
        ]
      : ["Nothing found.", "Try the name of a page."];
  return <Empty icon={<SearchX />} title={title} why={why} />;
}

const noSuchCard = "No patient with this code.";

const labels = (mayFind: boolean, isAdmin: boolean) =>
  mayFind ? "Search patients, actions, pages" : isAdmin ? "Search clinics, pages" : "Search actions, pages";

function PatientName({ patientId }: { patientId: number }) {
  return usePatient(patientId).data?.patientName ?? "This patient";
}
