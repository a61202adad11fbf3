import { ChevronLeft, Search, Stethoscope } from "lucide-react";
import type { Dialogs } from "#app/web/pages/dialogs/use-dialogs.ts";
import type { CurrentUser } from "#features/accounts/contract.ts";
import { addConsultation } from "#features/consultations/contract.ts";
import { listPatients } from "#features/patients/contract.ts";
import { IfCan, useCan } from "#web/data/session.tsx";
import { Button } from "#web/ui/Button.tsx";
import { FinderButton, TopBar } from "#web/ui/frame/TopBar.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { ChoosePatientDialog, ConsultationWithAppointment } from "../lazy-parts.ts";
import { Bell } from "./Bell.tsx";
import { ClinicMark } from "./ClinicMark.tsx";
import type { OpenRecord } from "./open-record.ts";
import { ProfileMenu } from "./ProfileMenu.tsx";
import { Palette } from "./use-keyboard.tsx";

export type FrameHeaderProps = {
  user: CurrentUser;
  name: string;
  title: string;
  /** Desks show the title too, beside the search. */
  hasTitleOnDesk: boolean;
  isPhone: boolean;
  dialogs: Dialogs;
  /** The page is a patient's record. */
  record?: OpenRecord | undefined;
  onFind: () => void;
  onShortcuts: () => void;
};

/** The owner's and the administrator's: title, search, bell and profile. */
export function FrameHeader(props: FrameHeaderProps) {
  const { user, name, title, isPhone, dialogs, record, onFind, onShortcuts } = props;
  const can = useCan();
  const find = <IconButton label="Search" icon={<Search className="size-5" />} onClick={onFind} />;
  return (
    <TopBar
      className="sticky top-(--bar-top,0px) z-header low:relative low:top-0"
      start={
        isPhone ? (
          record ? (
            <BackFromRecord record={record} />
          ) : (
            <>
              <ClinicMark clinic={user.clinic} small />
              <span className="truncate text-lg font-strong tracking-snug">{title}</span>
            </>
          )
        ) : (
          <FinderOnDesk {...props} />
        )
      }
      end={
        isPhone ? (
          <>
            {find}
            {!record && <Bell dialogs={dialogs} />}
          </>
        ) : (
          <>
            <NewConsultation dialogs={dialogs} record={record} />
            {!can(listPatients) && find}
            <Bell dialogs={dialogs} />
            <ProfileMenu user={user} name={name} onShortcuts={onShortcuts} />
          </>
        )
      }
    />
  );
}

/** The page's title when the header shows it, and the search for users who may see patients. */
export function FinderOnDesk({
  title,
  hasTitleOnDesk,
  onFind,
}: Pick<FrameHeaderProps, "title" | "hasTitleOnDesk" | "onFind">) {
  return (
    <IfCan
      do={listPatients}
      otherwise={
        hasTitleOnDesk && <span className="truncate text-lg font-strong tracking-snug">{title}</span>
      }
    >
      {hasTitleOnDesk && (
        <span className="shrink-0 pr-2 font-strong tracking-snug max-lg:hidden">{title}</span>
      )}
      <FinderButton onClick={onFind} onPointerEnter={Palette.preload} onFocus={Palette.preload} />
    </IfCan>
  );
}

/** On phones, at the start of the header: back to where the record was opened from. */
export const BackFromRecord = ({ record: { title, back, onBack } }: { record: OpenRecord }) => (
  <>
    <IconButton
      label={`Back to ${back}`}
      icon={<ChevronLeft className="size-5" />}
      className="-ml-3"
      onClick={onBack}
    />
    <span className="min-w-0 truncate text-sm font-medium tabular-nums">{title}</span>
  </>
);

/** On a record an icon: the patient is chosen already. */
export function NewConsultation({
  dialogs,
  onBrand,
  record,
}: {
  dialogs: Dialogs;
  onBrand?: boolean;
  record?: OpenRecord | undefined;
}) {
  if (record)
    return (
      <IfCan do={addConsultation}>
        <IconButton
          label="New Consultation"
          variant={onBrand ? "onBrand" : "ghost"}
          icon={<Stethoscope className="size-4.5" />}
          onClick={() => dialogs.show("consultation", record.patientId)}
        />
      </IfCan>
    );
  return (
    <IfCan do={addConsultation}>
      <Button
        variant={onBrand ? "onBrand" : "secondary"}
        icon={<Stethoscope />}
        onPointerEnter={() => {
          ChoosePatientDialog.preload();
          ConsultationWithAppointment.preload();
        }}
        onClick={() => dialogs.show("choose")}
      >
        <span className={onBrand ? "max-xl:sr-only" : undefined}>New Consultation</span>
      </Button>
    </IfCan>
  );
}
