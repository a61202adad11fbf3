import { useState } from "react";
import { centavos, formatMoney, fromCentavos } from "#shared/formats/money.ts";
import { formatPesosShort } from "#shared/formats/short-pesos.ts";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";

/** What the Bangko Sentral issues, as far as drawers have it. */
const pieces = ["1000", "500", "200", "100", "50", "20", "10", "5", "1", "0.25"] as const;

/** Adds up the drawer: how many of each bill and coin. */
export function BillsAndCoins({ onTotal }: { onTotal: (pesos: string) => void }) {
  const [counts, setCounts] = useState<Partial<Record<(typeof pieces)[number], string>>>({});
  return (
    <ul className="grid grid-cols-2 gap-x-4 gap-y-2 text-sm tabular-nums">
      {pieces.map((piece) => {
        const count = (typed: string | undefined) => BigInt(typed || 0);
        return (
          <li key={piece} className="flex items-center gap-2">
            <span aria-hidden="true" className="flex-1 text-right">
              {formatPesosShort(piece)} ×
            </span>
            <TextInput
              aria-label={`How many of ${formatMoney(piece)}`}
              inputMode="numeric"
              autoComplete="off"
              maxLength={4}
              className="w-16! text-right"
              value={counts[piece] ?? ""}
              onChange={({ target }) => {
                const next = { ...counts, [piece]: target.value.replace(/\D/g, "") };
                setCounts(next);
                onTotal(
                  fromCentavos(pieces.reduce((sum, each) => sum + count(next[each]) * centavos(each), 0n)),
                );
              }}
            />
          </li>
        );
      })}
    </ul>
  );
}
