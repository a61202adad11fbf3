import {
  ChartColumn,
  HeartPulse,
  LayoutDashboard,
  ListChecks,
  Menu as MenuIcon,
  Settings,
  Stethoscope,
  Users,
} from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/Button.tsx";
import { BottomBar } from "#web/ui/frame/BottomBar.tsx";
import type { NavItem } from "#web/ui/frame/nav-item.ts";
import { Sidebar } from "#web/ui/frame/Sidebar.tsx";
import { BellButton, FinderButton, ProfileButton, TopBar } from "#web/ui/frame/TopBar.tsx";
import { Menu } from "#web/ui/overlays/Menu.tsx";

const items: readonly NavItem[] = [
  { id: "dashboard", label: "Dashboard", icon: <LayoutDashboard />, href: "#dashboard" },
  { id: "patients", label: "Patients", icon: <Users />, href: "#patients", count: 248 },
  {
    id: "tasks",
    label: "Task Management",
    icon: <ListChecks />,
    href: "#tasks",
    count: 3,
  },
  {
    id: "consults",
    label: "Consults",
    icon: <Stethoscope />,
    href: "#consults",
    count: 9,
  },
  { id: "reports", label: "Reports", icon: <ChartColumn />, href: "#reports" },
];
const settings: readonly NavItem[] = [
  { id: "settings", label: "Settings", icon: <Settings />, href: "#settings" },
];

export function FrameSection() {
  const [folded, setFolded] = useState(false);
  const [current, setCurrent] = useState("patients");
  const go = (href: string) => setCurrent(href.slice(1));
  const mark = (
    <span className="grid size-8 shrink-0 place-items-center rounded-md bg-brand text-brand-on">
      <HeartPulse className="size-4.5" />
    </span>
  );
  const bottom = [...items.slice(0, 2), ...items.slice(3, 4)];
  return (
    <div className="grid gap-5">
      <div className="overflow-hidden rounded-md border border-line">
        <TopBar
          start={<FinderButton />}
          end={
            <>
              <span className="max-md:hidden">
                <Button icon={<Stethoscope />}>New Consultation</Button>
              </span>
              <BellButton unread={4} />
              <Menu
                trigger={<ProfileButton name="Dr. Rafael Peñaflor" caption="Clinic Owner" />}
                title="Dr. Rafael Peñaflor"
                detail="Clinic Owner"
                titleOnDesk
                items={[
                  { label: "Settings", icon: <Settings />, onSelect: () => {} },
                  "divider",
                  { label: "Sign out", onSelect: () => {} },
                ]}
              />
            </>
          }
        />
      </div>
      <div className="overflow-hidden rounded-md">
        <TopBar
          onBrand
          start={<FinderButton />}
          end={
            <>
              <BellButton unread={4} onBrand />
              <Button variant="onBrand">Logout</Button>
            </>
          }
        />
      </div>
      <div className="flex flex-wrap items-start gap-5">
        <div className="h-90 rounded-md border border-line" data-example="Side bar">
          <Sidebar
            label="Side bar example"
            head={{ name: "Peñaflor Heart Clinic", caption: "Clinic Owner", mark }}
            add={{ label: "Add Patient", onPress: () => {}, onIntent: () => {}, isHidden: false }}
            groups={[items.slice(0, 2), items.slice(2)]}
            footItems={settings}
            current={current}
            onNavigate={go}
            folded={folded}
            onFold={setFolded}
          />
        </div>
        <div className="grid min-w-0 flex-1 basis-80 gap-5">
          <BottomBar
            label="Bottom bar example"
            className="max-w-97.5 rounded-md border"
            items={[...bottom, { id: "more", label: "More", icon: <MenuIcon />, onPress: () => {} }]}
            current={current}
            onNavigate={go}
            plus={{ label: "Add Patient", onPress: () => {} }}
          />
        </div>
      </div>
    </div>
  );
}
