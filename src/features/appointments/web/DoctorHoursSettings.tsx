import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { type DoctorHours, listDoctorHours, setDoctorHours } from "#features/appointments/hours-contract.ts";
import { OpenHours, type Place } from "#features/places/contract.ts";
import { hoursInWords, weekdaysThatDiffer } from "#shared/calendar/hours.ts";
import { useCall } from "#web/data/calls.ts";
import { useCan, useCurrentUser } from "#web/data/session.tsx";
import { FormDialog } from "#web/forms/FormDialog.tsx";
import { useFormDialog } from "#web/forms/use-form-dialog.ts";
import { WeekHours } from "#web/forms/WeekHours.tsx";
import { useActivePlaces } from "#web/hooks/use-active-places.ts";
import { QueryList } from "#web/QueryList.tsx";
import { Button } from "#web/ui/Button.tsx";
import { DoctorLetter } from "#web/ui/DoctorLetter.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import type { Doctor } from "./doctor-days.ts";
import { ExtraHoursDialog } from "./ExtraHoursDialog.tsx";
import { ExtraRow } from "./ExtraRow.tsx";

type Opened = { doctor: Doctor; place: Place | null };

/**
 * When each doctor is where, weekly and on single dates, or when one is; nothing where one practises: the hours of the
 * places are theirs. A doctor changes the own hours.
 */
export function DoctorHoursSettings({ practitionerId }: { practitionerId?: number | undefined }) {
  const user = useCurrentUser().data;
  const query = useCall(listDoctorHours, {}, { enabled: user?.doctors !== undefined });
  const places = useActivePlaces().filter(({ kind }) => kind === undefined);
  const can = useCan();
  const [open, setOpen] = useState<Opened | null>(null);
  if (!user?.doctors) return null;
  const doctors = user.doctors.filter(({ id }) => practitionerId === undefined || id === practitionerId);
  const mayChange = ({ userId }: Doctor) =>
    can(setDoctorHours) && (user.role !== "doctor" || userId === user.id);
  return (
    <Section flush title={practitionerId === undefined ? "Hours of the doctors" : "Places and hours"}>
      <p className="border-b border-line px-4 py-3 text-sm text-ink-2">
        Nobody is booked at a place while the doctor has hours at another one.
      </p>
      <QueryList
        query={query}
        title="Failed to load the hours"
        skeleton={<SkeletonRows rows={2} initials={false} />}
      >
        {(hours) => (
          <ul aria-label="Hours of the doctors">
            {doctors.map((doctor) => (
              <DoctorRow
                key={doctor.id}
                doctor={doctor}
                hours={hours.find((each) => each.practitionerId === doctor.id)}
                places={places}
                isAlone={practitionerId !== undefined}
                onOpen={mayChange(doctor) ? (place) => setOpen({ doctor, place }) : undefined}
              />
            ))}
          </ul>
        )}
      </QueryList>
      {open?.place && query.data && (
        <DoctorHoursDialog
          doctor={open.doctor}
          place={open.place}
          hours={query.data}
          onClose={() => setOpen(null)}
        />
      )}
      {open && !open.place && (
        <ExtraHoursDialog doctor={open.doctor} day="" places={places} onClose={() => setOpen(null)} />
      )}
    </Section>
  );
}

const weeklyAt = (hours: DoctorHours | undefined, placeId: number) =>
  hours?.places.find((each) => each.placeId === placeId)?.hours ?? [];

function DoctorRow({
  doctor,
  hours,
  places,
  isAlone,
  onOpen,
}: {
  doctor: Doctor;
  hours: DoctorHours | undefined;
  places: readonly Place[];
  /** Then the name stands above already. */
  isAlone: boolean;
  /** Null: extra hours. Missing for users who may not change them. */
  onOpen: ((place: Place | null) => void) | undefined;
}) {
  return (
    <li className="border-t border-line first:border-t-0">
      {!isAlone && (
        <p className="flex items-center gap-2 px-4 pt-3 font-medium">
          <DoctorLetter letter={doctor.letter} />
          <span className="min-w-0 wrap-anywhere">{doctor.name}</span>
        </p>
      )}
      <ul aria-label={`Hours of ${doctor.name}`}>
        {places.map((place) => (
          <li key={place.id} className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
            <span className="min-w-0 flex-1 wrap-anywhere max-md:basis-full">
              {place.name}
              <span className="block text-sm text-ink-2">
                {hoursInWords(weeklyAt(hours, place.id)) ?? "No hours here"}
              </span>
            </span>
            {onOpen && (
              <Button
                size="sm"
                aria-label={`Hours of ${doctor.name} at ${place.name}`}
                onClick={() => onOpen(place)}
              >
                Hours
              </Button>
            )}
          </li>
        ))}
        {hours?.extra.map((each) => (
          <ExtraRow key={each.id} practitionerId={doctor.id} extra={each} places={places} />
        ))}
      </ul>
      {onOpen && (
        <p className="px-4 pb-3">
          <Button variant="link" size="sm" onClick={() => onOpen(null)}>
            Add Extra Hours
            <span className="sr-only"> of {doctor.name}</span>
          </Button>
        </p>
      )}
    </li>
  );
}

const HoursForm = z.object({ hours: z.array(OpenHours) });

/** The weekly hours of a doctor at one place. */
function DoctorHoursDialog({
  doctor,
  place,
  hours: known,
  onClose,
}: {
  doctor: Doctor;
  place: Place;
  hours: readonly DoctorHours[];
  onClose: () => void;
}) {
  const before = weeklyAt(
    known.find((each) => each.practitionerId === doctor.id),
    place.id,
  );
  const { form, dialog } = useFormDialog(setDoctorHours, HoursForm, {
    defaultValues: { hours: before },
    request: ({ hours }) => ({
      params: { id: String(doctor.id) },
      // Only what was changed, so that what another user saved meanwhile stays.
      body: { placeId: place.id, hours, weekdays: weekdaysThatDiffer(before, hours) },
    }),
    done: "Hours saved",
    failed: "Failed to save the hours",
    onClose,
  });
  return (
    <FormDialog {...dialog} title={`Hours of ${doctor.name} at ${place.name}`} save="Save Hours">
      <WeekHours form={form as unknown as UseFormReturn<z.output<typeof HoursForm>>} />
    </FormDialog>
  );
}
