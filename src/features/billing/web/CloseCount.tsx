import { TriangleAlert } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { closeDayCount, type DayCount, type DrawerLine } from "#features/billing/contract.ts";
import { differenceWords } from "#shared/billing/cash-difference.ts";
import { formatClock } from "#shared/formats/dates.ts";
import {
  amountWords,
  centavos,
  formatAmount,
  formatMoney,
  fromCentavos,
  parseMoney,
} from "#shared/formats/money.ts";
import { useCan, useCurrentUser } from "#web/data/session.tsx";
import { lazyPart } from "#web/lazy-part.ts";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Section } from "#web/ui/frame/Section.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { MoneyInput } from "#web/ui/inputs/MoneyInput.tsx";

const BillsAndCoins = lazyPart(() => import("./BillsAndCoins.tsx"), "BillsAndCoins");
const CloseCountDialog = lazyPart(() => import("./CloseCountDialog.tsx"), "CloseCountDialog");
const FloatDialog = lazyPart(() => import("./DrawerDialogs.tsx"), "FloatDialog");
const PettyCashDialog = lazyPart(() => import("./DrawerDialogs.tsx"), "PettyCashDialog");
const VoidPettyCashDialog = lazyPart(() => import("./DrawerDialogs.tsx"), "VoidPettyCashDialog");

type Opened = { what: "close" | "float" | "petty cash" } | { what: "void"; line: DrawerLine };

/** What should be in the drawer, line by line, and the count of it, which is final. */
export function CloseCount({ count }: { count: DayCount }) {
  const { uncounted, drawerLines, expectedCash } = count;
  const can = useCan();
  const user = useCurrentUser().data;
  // Not a form of react-hook-form, whose code would load with the page for this one field.
  const [counted, setCounted] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isByPieces, setByPieces] = useState(false);
  const typed = parseMoney(counted);
  const [opened, open] = useState<Opened | null>(null);
  const close = () => open(null);
  if (!can(closeDayCount)) return null;
  const floats = drawerLines.filter(({ kind }) => kind === "float");
  const own = floats.find(({ userId }) => userId === user?.id);
  const others = floats.filter((line) => line !== own);
  const petty = drawerLines.filter(({ kind }) => kind === "petty_cash");
  const out = petty.reduce((sum, line) => (line.voidedAt ? sum : sum + centavos(line.amount)), 0n);
  const cash = uncounted.methods.find(({ method }) => method === "cash");
  const hasSomething = uncounted.since !== null || drawerLines.some(({ voidedAt }) => voidedAt === null);
  const difference = typed === null ? null : centavos(typed) - centavos(expectedCash);
  return (
    <Section
      title="Count the cash"
      note={
        <span className="ml-auto text-sm text-ink-2">{user && `${user.firstName} ${user.lastName}`}</span>
      }
      className="print:hidden"
      flush
    >
      <dl className="px-4 py-2 text-sm tabular-nums">
        <Line
          label="Opening float"
          act={
            <Button variant="link" size="sm" onClick={() => open({ what: "float" })}>
              Change
            </Button>
          }
          amount={own?.amount ?? "0.00"}
        />
        {others.map(({ id, userName, amount }) => (
          <Line key={id} label={`Opening float, ${userName}`} amount={amount} />
        ))}
        <Line
          label={<>Cash payments {cash && <span className="text-ink-3">{cash.payments}</span>}</>}
          amount={cash?.amount ?? "0.00"}
        />
        <Line
          label="Petty cash out"
          act={
            <Button variant="link" size="sm" onClick={() => open({ what: "petty cash" })}>
              Add
            </Button>
          }
          amount={out === 0n ? "0.00" : fromCentavos(-out)}
        />
        {petty.map((line) => (
          <div key={line.id} className="flex items-center justify-between gap-3 pl-3 text-xs text-ink-2">
            <dt className={cx("min-w-0 wrap-anywhere", line.voidedAt && "line-through")}>
              {formatClock(line.at)} {line.note}
            </dt>
            <dd className="flex items-center gap-2 whitespace-nowrap">
              {line.voidedAt ? (
                <span>voided</span>
              ) : (
                <Button
                  variant="link"
                  size="sm"
                  aria-label={`Void petty cash ${line.note}`}
                  onClick={() => open({ what: "void", line })}
                >
                  Void
                </Button>
              )}
              <span className={cx(line.voidedAt && "line-through")}>{formatAmount(line.amount)}</span>
            </dd>
          </div>
        ))}
        <div className="mt-1 flex justify-between gap-4 border-t border-line-strong pt-2 text-md font-strong">
          <dt>Expected in the drawer</dt>
          <dd>{formatMoney(expectedCash)}</dd>
        </div>
      </dl>
      {hasSomething && (
        <form
          noValidate
          className="grid gap-2 border-t border-line p-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (typed === null) setProblem(amountWords(counted));
            else open({ what: "close" });
          }}
        >
          <Field label="Cash counted" required error={typed === null ? problem : undefined}>
            <MoneyInput
              value={counted}
              onValue={setCounted}
              className={cx(difference !== null && difference !== 0n && "border-warn-solid!")}
            />
          </Field>
          <p
            role="status"
            className={cx(
              "flex items-center gap-1.5 text-sm empty:hidden",
              difference === 0n ? "text-ok" : "text-warn",
            )}
          >
            {difference === null ? null : difference === 0n ? (
              "As expected"
            ) : (
              <>
                <TriangleAlert className="shrink-0" />
                {differenceWords(difference)} of expected
              </>
            )}
          </p>
          <Button
            variant="link"
            size="sm"
            className="justify-self-start"
            aria-expanded={isByPieces}
            onClick={() => setByPieces(!isByPieces)}
          >
            Count by bills and coins
          </Button>
          {isByPieces && (
            <Suspense fallback={null}>
              <BillsAndCoins onTotal={setCounted} />
            </Suspense>
          )}
          <Button type="submit" variant="primary" block>
            Close Count
          </Button>
          <p className="text-sm text-ink-2">
            You are asked once more. A closed count is final; later payments belong to the next one.
          </p>
        </form>
      )}
      <Suspense fallback={null}>
        {opened?.what === "close" && typed !== null && (
          <CloseCountDialog
            counted={typed}
            expected={expectedCash}
            onClosed={() => {
              close();
              setCounted("");
              setByPieces(false);
              setProblem(undefined);
            }}
            onClose={close}
          />
        )}
        {opened?.what === "float" && <FloatDialog amount={own?.amount ?? ""} onClose={close} />}
        {opened?.what === "petty cash" && <PettyCashDialog onClose={close} />}
        {opened?.what === "void" && <VoidPettyCashDialog line={opened.line} onClose={close} />}
      </Suspense>
    </Section>
  );
}

const Line = ({ label, act, amount }: { label: ReactNode; act?: ReactNode; amount: string }) => (
  <div className="flex min-h-8 items-center gap-2 border-t border-line py-1 first:border-t-0">
    <dt className="min-w-0 wrap-anywhere">{label}</dt>
    {act && <dd>{act}</dd>}
    <dd className="ml-auto">{formatAmount(amount).replace("-", "−")}</dd>
  </div>
);
