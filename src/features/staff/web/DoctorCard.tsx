import { Ban, Check, KeyRound, LockKeyhole, Pencil, ShieldOff, Users } from "lucide-react";
import type { ReactNode } from "react";
import type { Doctor } from "#features/staff/doctors-contract.ts";
import { addDays, formatDay } from "#shared/formats/dates.ts";
import { fullName } from "#shared/formats/name-parts.ts";
import { roleNames } from "#web/home-of-role.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { DoctorLetter } from "#web/ui/DoctorLetter.tsx";
import type { StaffAction } from "./StaffCard.tsx";

/** An S2 license that ends within these days is pointed out. */
const endsSoon = 60;

/** One doctor: who it is, what papers print, and the owner's actions. */
export function DoctorCard({ doctor, onAct }: { doctor: Doctor; onAct: (act: StaffAction) => void }) {
  const { letter, isOwner, isActive, isPractising, isConfidential, specialization, account } = doctor;
  const name = fullName(doctor);
  const action = (act: StaffAction, icon: ReactNode, label: string, described: string) => (
    <Button variant="ghost" size="sm" icon={icon} aria-label={described} onClick={() => onAct(act)}>
      {label}
    </Button>
  );
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-x-5 gap-y-2 border-t border-line px-4 py-3 first:border-t-0 @3xl:grid-cols-[minmax(0,1fr)_minmax(0,15rem)] @5xl:grid-cols-[minmax(0,1fr)_minmax(0,15rem)_minmax(0,22rem)]">
      <div className="flex items-start gap-3">
        <DoctorLetter letter={letter} size={40} />
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
            <span className={isActive ? "font-strong wrap-anywhere" : "font-strong text-ink-2 wrap-anywhere"}>
              {name}
            </span>
            {isActive ? (
              <Badge tone="ok" icon={<Check />}>
                Active
              </Badge>
            ) : (
              <Badge icon={<Ban />}>Inactive</Badge>
            )}
            {isOwner && <Badge tone="plain">{roleNames.owner}</Badge>}
            {isActive && !isPractising && <Badge tone="plain">Sees no patients</Badge>}
            {account?.passwordChanged === false && (
              <Badge tone="warn" icon={<KeyRound />}>
                Setup Required
              </Badge>
            )}
          </div>
          {specialization && <p className="text-sm text-ink-2 wrap-anywhere">{specialization}</p>}
          <p className="text-sm text-ink-3 wrap-anywhere">{account?.email}</p>
        </div>
      </div>
      <Licenses doctor={doctor} />
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 @3xl:col-span-2 @5xl:col-span-1 @5xl:flex-col @5xl:items-end">
        {isConfidential ? (
          <Badge tone="info" icon={<LockKeyhole />}>
            Own notes private
          </Badge>
        ) : (
          <Badge tone="plain" icon={<Users />}>
            Shares records
          </Badge>
        )}
        <div className="-mx-2.5 flex flex-wrap md:gap-1 @5xl:mr-0 @5xl:justify-end">
          {action("edit", <Pencil />, "Edit", `Edit ${name}`)}
          {isActive && !isOwner && (
            <>
              {action("password", <KeyRound />, "New Password", `New Password for ${name}`)}
              {action(
                "second-factor",
                <ShieldOff />,
                "Reset Two-Step Sign-In",
                `Reset Two-Step Sign-In of ${name}`,
              )}
              {action("deactivate", <Ban />, "Deactivate", `Deactivate ${name}`)}
            </>
          )}
        </div>
      </div>
    </li>
  );
}

/** What papers print, and what is missing. */
function Licenses({ doctor: { licenseNumber, ptrNumber, ptrYear, s2Number, s2EndsOn } }: { doctor: Doctor }) {
  const today = useToday();
  const missing = <span className="text-warn">not given yet</span>;
  const lines: { label: string; value: ReactNode }[] = [
    { label: "PRC", value: licenseNumber || missing },
    { label: "PTR", value: [ptrNumber, ptrNumber && ptrYear].filter(Boolean).join(", ") || missing },
    {
      label: "S2",
      value: s2Number ? <Dangerous s2Number={s2Number} endsOn={s2EndsOn} today={today} /> : "none",
    },
  ];
  return (
    <dl className="grid grid-cols-[3rem_minmax(0,1fr)] content-start gap-x-3 gap-y-0.5 text-sm">
      {lines.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="text-ink-3">{label}</dt>
          <dd className="tabular-nums wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Dangerous({ s2Number, endsOn, today }: { s2Number: string; endsOn: string | null; today: string }) {
  if (endsOn === null) return s2Number;
  if (endsOn < today) return <span className="text-warn">{`${s2Number}, ended ${formatDay(endsOn)}`}</span>;
  const said = `${s2Number}, to ${formatDay(endsOn)}`;
  return endsOn <= addDays(today, endsSoon) ? <span className="text-warn">{said}</span> : said;
}
