import { CalendarFeeds } from "#features/appointments/web/CalendarFeeds.tsx";
import { DaysOffSettings } from "#features/appointments/web/DaysOffSettings.tsx";
import { DoctorHoursSettings } from "#features/appointments/web/DoctorHoursSettings.tsx";
import { AdultRangesSettings } from "#features/clinics/web/AdultRangesSettings.tsx";
import { QueueSteps } from "#features/clinics/web/QueueSteps.tsx";
import { PlacesSettings } from "#features/places/web/PlacesSettings.tsx";
import { DisplaySettings } from "#features/visits/web/DisplaySettings.tsx";

/** The Front Desk tab. */
export const FrontDeskSettings = ({ isOwner }: { isOwner: boolean }) => (
  <div className="grid max-w-form gap-5">
    <PlacesSettings />
    <DoctorHoursSettings />
    <DaysOffSettings />
    <QueueSteps />
    <AdultRangesSettings />
    {isOwner && <DisplaySettings />}
    {isOwner && <CalendarFeeds />}
  </div>
);
