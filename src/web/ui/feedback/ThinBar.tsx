import { CloudOff } from "lucide-react";
import type { ReactNode } from "react";

/** A thin dark line over every screen: "Offline, showing data from 10:42". */
export function ThinBar({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <div
      role="status"
      data-print="no"
      className="flex min-h-7 items-center justify-center gap-2 bg-ink px-3 py-0.5 text-sm text-white [&_a]:text-white [&_button]:text-white [&_svg]:shrink-0"
    >
      {icon ?? <CloudOff />}
      <span>{children}</span>
    </div>
  );
}
