import { Plus, Volume2 } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { type Appointment, listAppointments } from "#features/appointments/contract.ts";
import { todaysVitals } from "#features/clinical-lists/summary-contract.ts";
import { clinicSettings } from "#features/clinics/contract.ts";
import { listPatients } from "#features/patients/contract.ts";
import { listPlaces } from "#features/places/contract.ts";
import { addWalkIn } from "#features/registration/contract.ts";
import {
  addVisit,
  callNext,
  listVisitors,
  listVisits,
  moveVisit,
  unfinishedVisits,
  type Visit,
} from "#features/visits/contract.ts";
import { lacksVitals } from "#features/visits/rules.ts";
import { queueNumber } from "#shared/clinical/queue-number.ts";
import { formatLongDay, formatWeekday } from "#shared/formats/dates.ts";
import { useCall } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { placeOptions } from "#web/hooks/use-active-places.ts";
import { type Doctor, useDoctors } from "#web/hooks/use-doctors.ts";
import { useNow } from "#web/hooks/use-now.ts";
import { usePageKey } from "#web/hooks/use-page-key.ts";
import { usePreloadAtRest } from "#web/hooks/use-preload-at-rest.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { lazyPart } from "#web/lazy-part.ts";
import { useKeyHint } from "#web/shortcuts.ts";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { SkeletonCard, SkeletonFigures, SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { TypedAhead } from "#web/ui/feedback/TypedAhead.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { holdFocus } from "#web/ui/hold-focus.ts";
import { Select } from "#web/ui/inputs/Select.tsx";
import { Kbd } from "#web/ui/Kbd.tsx";
import { usePhone } from "#web/ui/use-media.ts";
import type { DayActions } from "./DayRow.tsx";
import { DaySection } from "./DaySection.tsx";
import { groupsOf, longestWait, type QueueGroups } from "./day-words.ts";
import { useQueue } from "./use-queue.ts";
import { VisitGroups } from "./VisitGroups.tsx";
import type { WalkInRegistration } from "./WalkInDialog.tsx";

const UnregisteredBookings = lazyPart(() => import("./UnregisteredBookings.tsx"), "UnregisteredBookings");
const VisitorRows = lazyPart(() => import("./VisitorRows.tsx"), "VisitorRows");
// On desks, on the queue's own page.
const QueueFigures = lazyPart(() => import("./QueueFigures.tsx"), "QueueFigures");
// On desks, while there are waiting patients.
const UpNext = lazyPart(() => import("./UpNext.tsx"), "UpNext");
// On phones, on the queue's own page.
const CallBar = lazyPart(() => import("./CallBar.tsx"), "CallBar");
// Where several doctors practise.
const ofSeveral = () => import("./DoctorColumns.tsx");
const DoctorColumns = lazyPart(ofSeveral, "DoctorColumns");
const HandedOver = lazyPart(ofSeveral, "HandedOver");
const OtherQueues = lazyPart(ofSeveral, "OtherQueues");
const WhoseQueue = lazyPart(ofSeveral, "WhoseQueue");
// Forms and their validation: loaded after the board.
const HandOverDialog = lazyPart(() => import("./HandOverDialog.tsx"), "HandOverDialog");
const CallWithoutVitals = lazyPart(() => import("./CallWithoutVitals.tsx"), "CallWithoutVitals");
const VisitReasonDialog = lazyPart(() => import("#web/clinical/VisitReasonDialog.tsx"), "VisitReasonDialog");
const WalkInDialog = lazyPart(() => import("./WalkInDialog.tsx"), "WalkInDialog");

const pollEvery = 15_000;

type TodayBoardProps = DayActions & {
  onVitals: (patientId: number) => void;
  onPay: (patientId: number) => void;
  /** The page's header: the title with the day and the board's buttons. */
  head: (note: ReactNode, actions: ReactNode) => ReactNode;
  /** The day's patients who are not in the queue, below it; `isReady` once the queue has its final height. */
  others: (
    queued: ReadonlySet<number>,
    onQueue: ((patientId: number) => void) | undefined,
    isReady: boolean,
  ) => ReactNode;
  registration: WalkInRegistration;
  /** As part of another page: the queue alone, under this title. */
  title?: string;
};

/**
 * The day's queue: with the doctor, waiting, for payment, done, not seen. Where several doctors practise, of the one who
 * is signed in, or a column for each.
 */
export function TodayBoard({
  onOpen,
  onEdit,
  onVitals,
  onPay,
  head,
  others,
  registration,
  title,
}: TodayBoardProps) {
  const can = useCan();
  const hint = useKeyHint();
  const phone = usePhone();
  const now = useNow();
  const today = useToday();
  const allPlaces = useCall(listPlaces, {});
  const [chosenPlace, choosePlace] = useState<number>();
  // All places in one request: the queue need not wait for the list of places, nor refetch for another one.
  const visits = useCall(listVisits, { query: {} }, { pollEvery });
  const unfinished = useCall(unfinishedVisits, {}, { pollEvery: 4 * pollEvery });
  // Of all places: a patient who is booked at another one is not offered a number here.
  const appointments = useCall(
    listAppointments,
    { query: { from: today, to: today } },
    { pollEvery: 4 * pollEvery },
  );
  const booked = (appointments.data ?? []).filter(({ state }) => state === "booked");
  // After midnight the last response is still yesterday's.
  const ofToday = (visits.data ?? []).filter(({ day }) => day === today);
  // One that was deactivated, as long as somebody is expected or waits there.
  const used = new Set([...booked, ...ofToday].map(({ placeId }) => placeId));
  const places = (allPlaces.data ?? []).filter(({ id, isActive }) => isActive || used.has(id));
  const place = places.find(({ id }) => id === chosenPlace) ?? places[0];
  const hasPlaces = places.length > 1;
  const here = ofToday.filter(({ placeId }) => !hasPlaces || placeId === place?.id);
  const doctors = useDoctors();
  const [isOfAll, showAll] = useState(false);
  const own = doctors?.own;
  // One queue: of the only doctor, or of the one who is signed in.
  const hasOneQueue = doctors === null || (own !== undefined && !isOfAll);
  const queueOf = ({ id }: Doctor) => groupsOf(here.filter(({ practitionerId }) => practitionerId === id));
  const everybody = groupsOf(here);
  const mine = own ? queueOf(own) : everybody;
  const groups = hasOneQueue ? mine : everybody;
  const [adding, setAdding] = useState<{ appointment: Appointment | null; patientId?: number } | null>(null);
  const [handing, setHanding] = useState<Visit | null>(null);
  const [typedAhead, setTypedAhead] = useState("");
  const [reasonOf, setReasonOf] = useState<Visit | null>(null);
  const queue = useQueue({ onCalled: (id) => can(listPatients) && onOpen(id) });
  const placeId = hasPlaces ? place?.id : undefined;
  const mayAdd = can(addWalkIn) || can(addVisit);
  // A desk of several doctors calls from a row.
  const mayCall = can(callNext) && (doctors === null || own !== undefined);
  const settings = useCall(clinicSettings, {}).data;
  const steps = {
    hasVitals: settings?.queueHasVitals ?? true,
    hasPayment: settings?.queueHasPayment ?? true,
  };
  const next = mine.waiting[0];
  const ready = mine.waiting.find(({ vitalsTakenAt }) => vitalsTakenAt !== null);
  const [unmeasured, setUnmeasured] = useState<Visit | null>(null);
  const call = () => {
    if (!mayCall || !next || queue.isCalling) return;
    const isUnmeasured = lacksVitals(next, steps);
    if (isUnmeasured && ready) setUnmeasured(next);
    else void queue.callNext(placeId, isUnmeasured ? "no vital signs yet" : undefined);
  };
  usePageKey("callNext", call);
  usePageKey("walkIn", () => mayAdd && setAdding({ appointment: null }));
  const queued = new Set(
    [...everybody.withDoctor, ...everybody.waiting, ...everybody.forPayment, ...everybody.visitors].map(
      (visit) => visit.patientId,
    ),
  );
  // The queue's parts are shown together, so that none moves another.
  const isReady = ![allPlaces, visits, unfinished, appointments].some(({ isPending }) => isPending);
  const listed = new Set([
    ...queued,
    ...everybody.booked.map((visit) => visit.patientId),
    ...booked.flatMap(({ patientId }) => patientId ?? []),
  ]);
  const unregistered = booked.filter(
    (each) => each.patientId === null && (!placeId || each.placeId === placeId),
  );
  const visitors = (useCall(listVisitors, {}, { pollEvery: 4 * pollEvery }).data ?? []).filter(
    (each) => !placeId || each.placeId === placeId,
  );
  const vitals = useCall(todaysVitals, {}, { pollEvery }).data ?? [];
  const isPart = title !== undefined;
  const actions = {
    vitals,
    steps,
    queue,
    onOpen,
    onEdit,
    onVitals,
    onPay,
    onReason: setReasonOf,
    ...(doctors && { onHandOver: setHanding, HandedOver }),
    isPart,
  };
  const signsOfNext = vitals.find(({ patientId }) => patientId === next?.patientId)?.signs ?? [];

  // Preloaded, so that Add Walk-in opens at once with its shortcut.
  usePreloadAtRest(WalkInDialog, mayAdd);
  usePreloadAtRest(VisitReasonDialog);
  usePreloadAtRest(CallWithoutVitals, mayCall);
  usePreloadAtRest(HandOverDialog, doctors !== null);

  const placeChoice = hasPlaces && place && (
    <Select
      aria-label="Place"
      className="md:w-56"
      value={String(place.id)}
      onChange={(event) => choosePlace(Number(event.target.value))}
      options={placeOptions(places)}
    />
  );
  const polled = {
    list: visits,
    address: listVisits.path,
    of: "the queue",
    refresh: "Refresh queue",
    isReady,
  };
  const rest = {
    unfinished: unfinished.data ?? [],
    otherVisitors: visitors.length > 0 && (
      <Suspense fallback={null}>
        <VisitorRows visitors={visitors} />
      </Suspense>
    ),
  };
  const unregisteredRows = unregistered.length > 0 && (
    <Suspense fallback={<Waiting skeleton={<SkeletonRows rows={unregistered.length} initials={false} />} />}>
      <UnregisteredBookings
        appointments={unregistered}
        onArrive={can(addWalkIn) ? (appointment) => setAdding({ appointment }) : undefined}
      />
    </Suspense>
  );
  const queueAgain = (id: number) => {
    if (doctors) setAdding({ appointment: null, patientId: id });
    else void queue.add(id, { placeId });
  };
  const callButton = (
    <Button
      variant="primary"
      icon={<Volume2 />}
      onClick={call}
      busy={queue.isCalling}
      disabled={!next}
      className="max-md:min-h-touch"
    >
      {doctors && next ? `Call Next, ${queueNumber(next)}` : "Call Next"}
      {hint("callNext") && <Kbd className="max-md:hidden">{hint("callNext")}</Kbd>}
    </Button>
  );
  return (
    <>
      {head(
        <DayLine
          day={today}
          place={
            phone
              ? ""
              : [
                  [hasPlaces && place?.name, place?.room].filter(Boolean).join(", "),
                  !hasOneQueue && `${doctors.all.length} doctors`,
                ]
                  .filter(Boolean)
                  .join(" · ")
          }
          second={phone ? (visits.data && isReady ? [place?.room, waitingLine(groups, now)] : []) : null}
        />,
        <>
          {!phone && placeChoice}
          {own && !title && (
            <Suspense fallback={null}>
              <WhoseQueue
                isOfAll={isOfAll}
                onChange={showAll}
                mine={inQueue(mine)}
                all={inQueue(everybody)}
              />
            </Suspense>
          )}
          {mayAdd && (
            <Button
              // Where nothing else is called.
              variant={mayCall || doctors === null ? "secondary" : "primary"}
              icon={<Plus />}
              onClick={() => setAdding({ appointment: null })}
              onPointerEnter={() => void WalkInDialog.preload()}
              title={hint("walkIn")}
            >
              Add Walk-in
            </Button>
          )}
          {mayCall && (!phone || title) && callButton}
        </>,
      )}
      <div className="grid gap-5">
        {!phone &&
          !title &&
          (visits.data && isReady ? (
            <Suspense fallback={<FiguresPending />}>
              <QueueFigures groups={groups} now={now} />
            </Suspense>
          ) : (
            <FiguresPending />
          ))}
        <div
          className={cx(
            "grid items-start gap-5 print:grid-cols-1",
            !title && hasOneQueue && "xl:grid-cols-[minmax(0,1fr)_20rem]",
          )}
        >
          <div className="grid min-w-0 gap-5">
            <div ref={holdFocus}>
              {hasOneQueue ? (
                <DaySection title={title ?? "Queue"} count={inQueue(groups)} {...polled}>
                  {phone && placeChoice && <div className="border-b border-line p-3">{placeChoice}</div>}
                  <VisitGroups {...{ groups, now, today, actions }} {...rest}>
                    {unregisteredRows}
                  </VisitGroups>
                  {own && (
                    <Suspense fallback={null}>
                      <OtherQueues
                        queues={doctors.all
                          .filter(({ id }) => id !== own.id)
                          .map((each) => [each, queueOf(each)])}
                        onShow={isPart ? undefined : () => showAll(true)}
                      />
                    </Suspense>
                  )}
                </DaySection>
              ) : (
                <Suspense fallback={<Waiting skeleton={<SkeletonCard />} />}>
                  <DoctorColumns
                    {...{ queueOf, now, today, actions, polled, rest }}
                    doctors={doctors.all}
                    groups={groupsOf}
                    others={here.filter(
                      ({ practitionerId }) => !doctors.all.some(({ id }) => id === practitionerId),
                    )}
                    inTabs={phone || isPart}
                    place={phone && placeChoice}
                  >
                    {unregisteredRows}
                  </DoctorColumns>
                </Suspense>
              )}
            </div>
            {others(listed, mayAdd ? queueAgain : undefined, isReady)}
          </div>
          {!phone && !title && hasOneQueue && next && can(listPatients) && (
            <Suspense fallback={<Waiting skeleton={<SkeletonCard />} />}>
              <UpNext
                visit={next}
                signs={signsOfNext}
                onCall={can(moveVisit) ? () => void queue.move(next, "with_doctor") : undefined}
              />
            </Suspense>
          )}
        </div>
      </div>
      {phone && !title && mayCall && hasOneQueue && next && (
        <Suspense fallback={null}>
          <CallBar next={next} signs={signsOfNext} now={now}>
            {callButton}
          </CallBar>
        </Suspense>
      )}
      <Suspense
        fallback={adding && <TypedAhead onText={(letter) => setTypedAhead((text) => text + letter)} />}
      >
        {adding && (
          <WalkInDialog
            {...adding}
            {...{ placeId, queued, queue, registration, typedAhead, onOpen }}
            choice={doctors && { doctors: doctors.all, own, groupsOf: queueOf }}
            onClose={() => {
              setAdding(null);
              setTypedAhead("");
            }}
          />
        )}
        {unmeasured && (
          <CallWithoutVitals
            visit={unmeasured}
            ready={ready}
            onCall={(visit) => void queue.move(visit, "with_doctor")}
            onClose={() => setUnmeasured(null)}
          />
        )}
        {handing && doctors && (
          <HandOverDialog
            visit={handing}
            doctors={doctors.all}
            waitingOf={(doctor) => queueOf(doctor).waiting.length}
            onClose={() => setHanding(null)}
          />
        )}
        {reasonOf && <VisitReasonDialog visit={reasonOf} onClose={() => setReasonOf(null)} />}
      </Suspense>
    </>
  );
}

/** Who is here. */
const inQueue = ({ withDoctor, waiting, forPayment, visitors }: QueueGroups): number =>
  new Set([...withDoctor, ...waiting, ...forPayment, ...visitors].map(({ patientId }) => patientId)).size;

/** "Monday, November 23, 2026 · Osmeña Medical Arts, Rm. 305" */
function DayLine({
  day,
  place,
  second,
}: {
  day: string;
  place: string;
  /** On phones its own line, reserved while loading, so that nothing below moves. */
  second: readonly (string | null | undefined)[] | null;
}) {
  return (
    <>
      {formatWeekday(day)}, {formatLongDay(day)}
      {place && ` · ${place}`}
      {second && (
        <>
          <br />
          <b className="font-strong text-ink">{second.filter(Boolean).join(" · ") || "\u00a0"}</b>
        </>
      )}
    </>
  );
}

function waitingLine({ waiting }: QueueGroups, now: Date): string {
  const longest = longestWait(waiting, now);
  return longest === null ? "Nobody is waiting" : `${waiting.length} waiting, longest ${longest}`;
}

const FiguresPending = () => (
  <Waiting
    className="rounded-md border border-line bg-surface"
    label="Loading figures"
    skeleton={<SkeletonFigures count={4} slim />}
  />
);
