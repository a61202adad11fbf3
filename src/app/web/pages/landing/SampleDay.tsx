/** The day's list as on the dashboard. Decoration with invented data. */
export function SampleDay({ className }: { className: string }) {
  return (
    <div
      aria-hidden="true"
      className={`rounded-md border border-line bg-surface py-1 shadow-sheet ${className}`}
    >
      <p className="flex items-center gap-2 border-b border-line px-3.5 py-2.5 font-strong">
        Today's Consultations
        <span className="rounded-full bg-sunk px-1.5 text-xs font-medium text-ink-2">9</span>
      </p>
      <Visit time="9:30" name="Macaraeg-Villanueva, Maria C.">
        67 / F · Shortness of breath
      </Visit>
      <Visit time="10:00" name="Dela Cruz, Juan Miguel Santos">
        54 / M · Blood sugar review
      </Visit>
      <p className="flex items-center pl-3 text-2xs/4 font-strong text-brand-text">
        <span className="rounded-full border border-brand-ring px-1.5">10:42</span>
        <span className="h-0.5 flex-1 bg-brand-ring" />
      </p>
      <Visit time="11:00" name="Nuñez, Althea Marie Cabahug">
        8 / F · Fever, day 4
      </Visit>
    </div>
  );
}

function Visit({ time, name, children }: { time: string; name: string; children: string }) {
  return (
    <p className="grid grid-cols-[2.625rem_minmax(0,1fr)] gap-2.5 py-1.75 pr-3.5 pl-2.5">
      <span className="text-right font-medium tabular-nums">{time}</span>
      <span>
        <b className="block truncate font-strong">{name}</b>
        <span className="block truncate text-sm text-ink-2">{children}</span>
      </span>
    </p>
  );
}
