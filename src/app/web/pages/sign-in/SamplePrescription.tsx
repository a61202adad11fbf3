const medicines = [
  ["sacubitril + valsartan 50 mg tablet", "Entresto", "1 tablet, twice a day, for 30 days", "", 60],
  [
    "furosemide 20 mg tablet",
    "Lasix",
    "1 tablet, once a day, in the morning, for 30 days",
    "Weigh yourself every morning.",
    30,
  ],
  [
    "bisoprolol 2.5 mg tablet",
    "Concor",
    "1 tablet, once a day, in the morning, for 30 days",
    "Do not stop suddenly.",
    30,
  ],
  ["atorvastatin 40 mg tablet", "", "1 tablet, at bedtime, for 30 days", "", 30],
] as const;

/** A printed prescription, A5. Decoration with invented data. */
export function SamplePrescription({ className }: { className: string }) {
  return (
    <div
      aria-hidden="true"
      className={`flex h-198 w-140 flex-col bg-white px-10 pt-10 pb-7.5 text-xs text-black shadow-sheet ring-1 ring-line ${className}`}
    >
      <div className="flex items-center gap-3 border-b border-black pb-2.5">
        <span className="grid size-10 place-items-center rounded-md border border-black">
          <svg
            aria-hidden="true"
            viewBox="0 0 24 24"
            className="size-5"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.75"
          >
            <path d="M12 20S3.5 15 3.5 9.2A4.7 4.7 0 0 1 12 6.5a4.7 4.7 0 0 1 8.5 2.7C20.5 15 12 20 12 20" />
          </svg>
        </span>
        <span className="text-2xs">
          <b className="block text-title font-strong">Peñaflor Heart Clinic</b>
          Unit 305, Osmeña Medical Arts Bldg., Osmeña Blvd., Cebu City 6000
          <br />
          +63 32 255 0142
        </span>
      </div>
      <div className="grid grid-cols-[1fr_auto] gap-1 border-b border-black py-1.5 font-medium">
        <Line label="Patient">Macaraeg-Villanueva, Maria Concepcion Esperanza dela Peña</Line>
        <Line label="Age / Sex">67 / F</Line>
        <Line label="Address">14 Sikatuna St., Brgy. Zapatera, Cebu City, Cebu</Line>
        <Line label="Date">November 20, 2026</Line>
      </div>
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        className="mt-2.5 mb-2 -ml-1 size-8.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M4 15V3.5h6.5a3.75 3.75 0 0 1 0 7.5H4M9 11l10.5 10.5M19.5 12.5l-9 9" />
      </svg>
      {medicines.map(([generic, brand, sig, note, quantity], index) => (
        <div key={generic} className="mb-2.75 grid grid-cols-[auto_1fr_auto] gap-2">
          <span>{index + 1}.</span>
          <span>
            <span className="block text-md">
              <b className="font-strong">{generic}</b>
              {brand && ` (${brand})`}
            </span>
            {sig}
            {note && <span className="block text-ink-2">{note}</span>}
          </span>
          <b className="text-md font-strong">#{quantity}</b>
        </div>
      ))}
      <p className="mt-1 border-t border-dashed border-line-strong pt-2">
        <span className="block text-2xs text-ink-2">Additional instructions</span>
        Low-salt diet. Return at once if breathing gets worse.
      </p>
      <div className="mt-auto flex items-end justify-between text-2xs">
        <span>
          <span className="block text-ink-2">Follow-up date</span>
          December 18, 2026
        </span>
        <span className="w-62 border-t border-black pt-1">
          <b className="block text-xs font-strong">Rafael M. Peñaflor, MD, FPCP, FPCC</b>
          Internal Medicine, Cardiology
          <br />
          PRC License No. 0098412
          <br />
          PTR No. 2614407, Cebu City, 2026
        </span>
      </div>
      <p className="mt-3 flex justify-between border-t border-line-strong pt-1 text-2xs text-ink-2">
        <span>Prescription ID 1842</span>
        <span>Page 1 of 1</span>
      </p>
    </div>
  );
}

function Line({ label, children }: { label: string; children: string }) {
  return (
    <span className="grid grid-cols-[auto_1fr] items-baseline gap-2">
      <span className="text-2xs font-normal text-ink-2">{label}</span>
      <span>{children}</span>
    </span>
  );
}
