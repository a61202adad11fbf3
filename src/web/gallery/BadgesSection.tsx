import { Ban, BedDouble, Check, CircleAlert, Clock, DoorClosed, House, KeyRound } from "lucide-react";
import { useState } from "react";
import { Badge } from "#web/ui/Badge.tsx";
import { Chip } from "#web/ui/Chip.tsx";
import { ChipButton } from "#web/ui/ChipButton.tsx";
import { Count } from "#web/ui/Count.tsx";
import { DoctorLetter } from "#web/ui/DoctorLetter.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { Initials } from "#web/ui/Initials.tsx";
import { Pay } from "#web/ui/Pay.tsx";
import { State } from "#web/ui/State.tsx";
import { Line } from "./Caption.tsx";

export function BadgesSection() {
  const [pending, setPending] = useState(true);
  const [chip, setChip] = useState(true);
  return (
    <Section>
      <div className="grid gap-3">
        <Line name="Where the patient is">
          <Badge tone="info" icon={<BedDouble />}>
            Admitted
          </Badge>
          <Badge tone="ok" icon={<House />}>
            Discharged
          </Badge>
          <Badge icon={<DoorClosed />}>Outpatient</Badge>
        </Line>
        <Line name="Doctors">
          {["A", "B", "C", "D", "E", "F", "G", "H"].map((letter) => (
            <DoctorLetter key={letter} letter={letter} />
          ))}
          <DoctorLetter letter="B" size={32} />
          <DoctorLetter letter="AA" size={40} />
        </Line>
        <Line name="Where the work is">
          <State tone="warn">Pending</State>
          <State tone="ok">Completed</State>
          <State tone="info">Waiting</State>
          <State tone="ok">Seen</State>
          <State>Draft</State>
        </Line>
        <Line name="Where the money is">
          <Pay amount="₱1,200.00" tone="ok">
            Paid-Received
          </Pay>
          <Pay amount="₱48,250.00" tone="warn">
            Pending
          </Pay>
          <Pay amount="₱186,900.00" tone="bad">
            Overdue
          </Pay>
        </Line>
        <Line name="In a table column">
          <Badge tone="ok" icon={<Check />}>
            Paid-Received
          </Badge>
          <Badge tone="warn" icon={<Clock />}>
            Pending
          </Badge>
          <Badge tone="bad" icon={<CircleAlert />}>
            Overdue
          </Badge>
        </Line>
        <Line name="Others">
          <Badge tone="new">NEW</Badge>
          <Badge tone="new" small>
            ON
          </Badge>
          <Badge icon={<Ban />}>Inactive</Badge>
          <Badge tone="warn" icon={<KeyRound />}>
            Setup Required
          </Badge>
          <Badge tone="info" icon={<Clock />}>
            Trial
          </Badge>
          <Badge tone="plain">Clinic Owner</Badge>
          <Count value={128} />
          <Count value={3} />
        </Line>
        <Line name="Task priority">
          <State tone="bad">High</State>
          <State tone="warn">Medium</State>
          <State tone="ok">Low</State>
        </Line>
        <Line name="Chips">
          {chip && (
            <Chip removeLabel="Remove filter: payment overdue" onRemove={() => setChip(false)}>
              Payment: Overdue
            </Chip>
          )}
          <ChipButton pressed={false} count={31} onPress={() => setChip(true)}>
            Admitted
          </ChipButton>
          <ChipButton pressed={pending} count={46} onPress={() => setPending(!pending)}>
            Payment Pending
          </ChipButton>
        </Line>
        <Line name="Faces">
          <Initials name="Macaraeg-Villanueva, Maria" of="patient" />
          <span className="text-sm text-ink-2">patients are folders</span>
          <Initials name="Marites Bañez" of="user" />
          <Initials name="Rafael Peñaflor" of="user" brand />
          <span className="text-sm text-ink-2">users are people</span>
          <Initials name="Dela Cruz, Juan" of="patient" size={28} />
          <Initials name="Dela Cruz, Juan" of="patient" size={44} />
          <Initials name="Dela Cruz, Juan" of="patient" size={52} />
        </Line>
      </div>
    </Section>
  );
}
