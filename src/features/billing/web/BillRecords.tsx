import { Banknote, ChevronDown, Printer } from "lucide-react";
import { Suspense, useState } from "react";
import {
  addBill,
  type Bill,
  type Payment,
  patientBills,
  printBill,
  voidBill,
  voidPayment,
} from "#features/billing/contract.ts";
import { isLive, mayVoidBill } from "#features/billing/rules.ts";
import { discountLabels } from "#shared/billing/bill-sums.ts";
import { loaWords } from "#shared/billing/loa.ts";
import { paymentMethodLabels } from "#shared/billing/payment-methods.ts";
import { formatDay, formatInstant } from "#shared/formats/dates.ts";
import { centavos, formatDeduction, formatMoney } from "#shared/formats/money.ts";
import { ShareButton } from "#web/clinical/PaperButtons.tsx";
import { useCall } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { storedAcknowledgementPaper } from "#web/device-preferences.ts";
import { lazyPart } from "#web/lazy-part.ts";
import { useOnPaper } from "#web/printing/print-whole.ts";
import { usePdf } from "#web/printing/use-pdf.ts";
import { QueryList } from "#web/QueryList.tsx";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { holdFocus } from "#web/ui/hold-focus.ts";
import { BillState } from "./BillState.tsx";
import { ReferenceAlsoOn } from "./ReferenceAlsoOn.tsx";
import { SumLine } from "./SumLine.tsx";

const VoidDialog = lazyPart(() => import("./VoidDialog.tsx"), "VoidDialog");

/** A patient's bills and payments, the latest first. */
export function BillRecords({ patientId, onPay }: { patientId: number; onPay: () => void }) {
  const query = useCall(patientBills, { params: { id: String(patientId) } });
  const { data } = query;
  const can = useCan();
  const [shown, setShown] = useState<number | null>(null);
  const [voiding, setVoiding] = useState<{ bill: Bill; payment: Payment | null } | null>(null);
  return (
    <Section
      flush
      title="Bills and Payments"
      actions={
        can(addBill) && (
          <Button size="sm" icon={<Banknote />} onClick={onPay}>
            Take Payment
          </Button>
        )
      }
    >
      <QueryList
        query={query}
        title="Failed to load the bills"
        skeleton={<SkeletonRows rows={2} initials={false} />}
        rowsOf={(record) => record.bills}
        empty={
          <Empty
            icon={<Banknote />}
            title="No bills yet"
            why={
              data?.fromRecord
                ? `${formatMoney(data.fromRecord.amount)} in the record, ${data.fromRecord.paymentStatus}.`
                : "Bills and payments of this patient appear here."
            }
          />
        }
      >
        {(bills) => (
          <ul ref={holdFocus} aria-label="Bills">
            {bills.map((bill) => (
              <BillItem
                key={bill.id}
                bill={bill}
                isOpen={shown === bill.id}
                onOpen={() => setShown(shown === bill.id ? null : bill.id)}
                onVoid={(payment) => setVoiding({ bill, payment })}
              />
            ))}
          </ul>
        )}
      </QueryList>
      <Suspense fallback={null}>
        {voiding && <VoidDialog {...voiding} onClose={() => setVoiding(null)} />}
      </Suspense>
    </Section>
  );
}

function BillItem({
  bill,
  isOpen,
  onOpen,
  onVoid,
}: {
  bill: Bill;
  isOpen: boolean;
  onOpen: () => void;
  onVoid: (payment: Payment | null) => void;
}) {
  const isVoid = bill.state === "void";
  const isOnPaper = useOnPaper();
  return (
    <li className="border-t border-line first:border-t-0">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onOpen}
        className="flex min-h-13 w-full flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-left hover:bg-paper focus-visible:-outline-offset-2"
      >
        <ChevronDown
          data-print="no"
          className={cx("shrink-0 text-ink-3 transition-transform", isOpen && "rotate-180")}
        />
        <span className="min-w-0 flex-1 basis-40">
          <span className={cx("block font-medium wrap-anywhere", isVoid && "text-ink-3 line-through")}>
            {bill.lines.map(({ description }) => description).join(", ")}
          </span>
          <span className="block text-sm text-ink-3 tabular-nums">
            {bill.number} · {formatDay(bill.day)}
          </span>
        </span>
        <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 max-md:basis-full max-md:justify-between max-md:pl-7">
          <b className={cx("font-strong tabular-nums", isVoid && "text-ink-3 line-through")}>
            {formatMoney(bill.due)}
          </b>
          <BillState bill={bill} />
        </span>
      </button>
      {(isOpen || isOnPaper) && <BillDetails bill={bill} onVoid={onVoid} />}
    </li>
  );
}

function BillDetails({ bill, onVoid }: { bill: Bill; onVoid: (payment: Payment | null) => void }) {
  const can = useCan();
  const pdf = usePdf(
    printBill,
    { params: { id: String(bill.id) }, query: { paper: storedAcknowledgementPaper() } },
    "The acknowledgement could not be created.",
  );
  return (
    <div className="grid gap-3 bg-paper px-4 pt-1 pb-4 text-sm md:pl-11">
      <dl className="grid gap-1 tabular-nums">
        {bill.lines.map(({ description, quantity, amount, doctorName }, index) => (
          <SumLine
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same
            key={index}
            label={[quantity > 1 ? `${description} × ${quantity}` : description, doctorName]
              .filter(Boolean)
              .join(" · ")}
          >
            {formatMoney(amount)}
          </SumLine>
        ))}
        {centavos(bill.vatExemption) > 0n && (
          <SumLine label="VAT exemption">{formatDeduction(bill.vatExemption)}</SumLine>
        )}
        {bill.discountKind && (
          <SumLine
            label={[
              `${discountLabels[bill.discountKind]} ${bill.discountPercent}%`,
              bill.discountIdNumber,
              bill.discountName,
            ]
              .filter(Boolean)
              .join(" · ")}
          >
            {formatDeduction(bill.discountAmount)}
          </SumLine>
        )}
        <SumLine label="Due" className="font-strong">
          {formatMoney(bill.due)}
        </SumLine>
        {bill.cover && (
          <SumLine
            label={[
              "Covered by",
              bill.cover.company,
              bill.cover.loa && loaWords(bill.cover.loa),
              bill.cover.reference,
            ]
              .filter(Boolean)
              .join(" ")}
          >
            {formatMoney(bill.cover.approved)}
          </SumLine>
        )}
      </dl>
      {bill.discountDoubt && <NoteBox tone="warn">{bill.discountDoubt}</NoteBox>}
      {bill.payments.length > 0 && (
        <ul aria-label={`Payments of bill ${bill.number}`} className="border-t border-line">
          {bill.payments.map((payment) => (
            <li
              key={payment.id}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1.5"
            >
              <span className="min-w-0 flex-1 basis-52 wrap-anywhere">
                <span className={cx(payment.voidedAt && "line-through")}>
                  {[paymentMethodLabels[payment.method], payment.reference].filter(Boolean).join(" ")}
                </span>
                <span className="block text-ink-3">
                  {payment.voidedAt
                    ? `Voided ${formatInstant(payment.voidedAt)} by ${payment.voidedByName}: ${payment.voidReason}`
                    : `${formatInstant(payment.takenAt)}, ${payment.takenByName}`}
                </span>
                <ReferenceAlsoOn payment={payment} of={bill} />
              </span>
              <span className={cx("tabular-nums", payment.voidedAt && "text-ink-3 line-through")}>
                {formatMoney(payment.amount)}
              </span>
              {can(voidPayment) && isLive(payment) && (
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`Void the payment of ${formatMoney(payment.amount)}`}
                  onClick={() => onVoid(payment)}
                >
                  Void
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {bill.state === "void" ? (
        <p className="text-ink-2">
          Voided {bill.voidedAt && formatInstant(bill.voidedAt)} by {bill.voidedByName}: {bill.voidReason}
        </p>
      ) : (
        <div className="flex flex-wrap gap-2" data-print="no">
          {can(printBill) && (
            <>
              <Button
                size="sm"
                icon={<Printer />}
                busy={pdf.fetching === "print"}
                onClick={() => void pdf.fetch("print")}
              >
                Print Acknowledgement
              </Button>
              <ShareButton paper={pdf} size="sm" />
            </>
          )}
          {can(voidBill) && mayVoidBill(bill) && (
            <Button size="sm" variant="ghost" onClick={() => onVoid(null)}>
              Void Bill
            </Button>
          )}
        </div>
      )}
      {pdf.failure && (
        <NoteBox tone="bad" role="alert">
          {pdf.failure}
        </NoteBox>
      )}
    </div>
  );
}
