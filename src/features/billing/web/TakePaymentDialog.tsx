import { Check, Printer } from "lucide-react";
import { useRef, useState } from "react";
import { useFieldArray, useWatch } from "react-hook-form";
import type * as z from "zod/mini";
import {
  type Bill,
  billRecordAmount,
  listServices,
  patientBills,
  type Service,
} from "#features/billing/contract.ts";
import { patientOwes, visitToBill } from "#features/billing/rules.ts";
import { type ClinicSettings, clinicSettings } from "#features/clinics/contract.ts";
import type { Patient } from "#features/patients/contract.ts";
import { patientVisits, type Visit } from "#features/visits/contract.ts";
import { visitsUntil } from "#features/visits/visit-of-day.ts";
import { acknowledgement } from "#shared/billing/acknowledgement.ts";
import type { AcknowledgementSize } from "#shared/billing/acknowledgement-size.ts";
import { isLegalDiscount } from "#shared/billing/bill-sums.ts";
import { discountRefusal } from "#shared/billing/senior-age.ts";
import { ageSex, yearsAt } from "#shared/clinical/age.ts";
import { queueNumber } from "#shared/clinical/queue-number.ts";
import { SENIOR_FROM, visitPriorityLabels } from "#shared/clinical/visit-states.ts";
import type { CurrentUser } from "#shared/current-user.ts";
import type { Answered } from "#shared/endpoint.ts";
import { formatDay } from "#shared/formats/dates.ts";
import { centavos, formatMoney, fromCentavos } from "#shared/formats/money.ts";
import { usePatient } from "#web/clinical/use-patient.ts";
import { newKey } from "#web/data/api.ts";
import { useCall, useEndpointMutation } from "#web/data/calls.ts";
import { useCurrentUser } from "#web/data/session.tsx";
import { storeAcknowledgementPaper, storedAcknowledgementPaper } from "#web/device-preferences.ts";
import { DraftOffer } from "#web/drafts/DraftOffer.tsx";
import { useDraft } from "#web/drafts/use-draft.ts";
import { useZodForm } from "#web/forms/form.ts";
import { useDiscardQuestion } from "#web/forms/use-discard-question.tsx";
import { useFormKey } from "#web/hooks/use-form-key.ts";
import { useNow } from "#web/hooks/use-now.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { QueryPending } from "#web/QueryPending.tsx";
import { shortcutProps } from "#web/shortcuts.ts";
import { Button } from "#web/ui/Button.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { SkeletonCard } from "#web/ui/feedback/Skeleton.tsx";
import { holdFocus } from "#web/ui/hold-focus.ts";
import { CancelButton } from "#web/ui/inputs/CancelButton.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { ConfirmDialog } from "#web/ui/overlays/ConfirmDialog.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { AcknowledgementPreview } from "./AcknowledgementPreview.tsx";
import { BillLines } from "./BillLines.tsx";
import { BillSums } from "./BillSums.tsx";
import { DiscountFields } from "./DiscountFields.tsx";
import {
  amountsOf,
  billChoice,
  blankLine,
  type CheckedPayment,
  PaymentForm,
  PaymentOfBill,
  type PaymentValues,
  previewOf,
  sumsOf,
} from "./payment-form.ts";
import { RecordedBefore } from "./RecordedBefore.tsx";
import { useSavePayment } from "./use-save-payment.ts";
import { WaysToPay } from "./WaysToPay.tsx";

type Bills = Answered<typeof patientBills>;

/** Charges, discount, payments and the printed acknowledgement of one patient. */
export function TakePaymentDialog({ patientId, onClose }: { patientId: number; onClose: () => void }) {
  const patient = usePatient(patientId);
  const params = { id: String(patientId) };
  const bills = useCall(patientBills, { params }, { refetchOnMount: "always" });
  const today = useToday();
  const visits = useCall(patientVisits, { params, query: visitsUntil(today) }, { refetchOnMount: "always" });
  const services = useCall(listServices, {});
  const settings = useCall(clinicSettings, {});
  const reads = [patient, bills, visits, services, settings] as const;
  const missing = reads.filter(({ data }) => !data);
  const failed = missing.find(({ error }) => error);
  if (patient.data && bills.data && visits.data && services.data && settings.data) {
    return (
      <PaymentDialog
        patient={patient.data}
        bills={bills.data}
        visit={visitToBill(visits.data, today)}
        services={services.data.filter(({ isActive }) => isActive)}
        settings={settings.data}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog open onClose={onClose} title="Take Payment" size="wide">
      <QueryPending
        query={{
          error: failed?.error ?? null,
          isFetching: failed?.isFetching ?? true,
          refetch: () => missing.map((read) => read.refetch()),
        }}
        title="Failed to load the bills"
        skeleton={<SkeletonCard />}
      />
    </Dialog>
  );
}

type PaymentProps = {
  patient: Patient;
  bills: Bills;
  /** The one that a new bill is for. */
  visit: Visit | null;
  services: readonly Service[];
  settings: ClinicSettings;
  onClose: () => void;
};

function PaymentDialog({
  patient,
  bills: { bills, fromRecord },
  visit,
  services,
  settings,
  onClose,
}: PaymentProps) {
  const open = bills.filter(({ state }) => state === "open");
  // An HMO's remaining part is not paid here: the next visit is a new bill.
  const [chosen, choose] = useState<number | null>(() => open.find(patientOwes)?.id ?? null);
  // The list is refetched while it is saved: the response of the save is newer.
  const [saved, setSaved] = useState<Bill | null>(null);
  const bill = saved ?? open.find(({ id }) => id === chosen) ?? null;
  const today = useToday();
  const user = useCurrentUser().data;
  const doctor = proposedDoctor(visit, user);
  const [defaultValues] = useState(() => startOf({ patient, bills, visit, today, doctor }));
  const form: PaymentForm = useZodForm<z.ZodMiniType<CheckedPayment, PaymentValues>>(
    bill ? PaymentOfBill : PaymentForm,
    { defaultValues },
  );
  const payments = useFieldArray({ control: form.control, name: "payments" });
  const values = useWatch({ control: form.control }) as PaymentValues;
  const sums = sumsSafely(values, bill, settings.isVatRegistered);
  const amounts = amountsOf(values.payments, sums.patientBalance);
  const now = useNow();
  const [size, setSize] = useState<AcknowledgementSize>(storedAcknowledgementPaper);
  const [billKey, setBillKey] = useState(newKey);
  const draft = useDraft(form, {
    form: "payment",
    record: patient.id,
    also: billKey,
    onRestored: (key) => setBillKey(String(key)),
  });
  const discard = useDiscardQuestion(form.formState.isDirty && !saved, undefined, draft.forget);
  const { save, isSaving, recorded, question, answer } = useSavePayment(form, {
    patientId: patient.id,
    visitId: visit?.id ?? null,
    bills,
    bill,
    removeRow: payments.remove,
    onBill: setSaved,
    billKey,
  });
  const convert = useEndpointMutation(billRecordAmount, {
    done: null,
    failed: { title: "Error", fallback: "The amount could not be billed" },
  });
  const discountKind = bill ? bill.discountKind : values.discountKind || null;
  const refusal = bill ? null : discountRefusal(discountKind, patient, today);
  const isReady = isEntered(values, sums, amounts, bill !== null);
  const submit = (print: boolean) =>
    form.handleSubmit(async (checked: CheckedPayment) => {
      // Ctrl+Enter sends the form whatever its buttons say.
      if (!isReady) return;
      // The server refuses it too; the form has said why.
      if (refusal !== null) return form.setFocus("idNumber");
      if (!(await save(checked, print ? size : null))) return;
      draft.forget();
      onClose();
    });
  const printing = useRef<HTMLButtonElement>(null);
  useFormKey("print", isSaving || !isReady ? null : () => void submit(true)(), printing);
  return (
    <Dialog
      open
      onClose={onClose}
      mayClose={() => !isSaving && discard.mayClose()}
      title="Take Payment"
      size="wide"
      head={bill && <span className="tabular-nums">Bill {bill.number}</span>}
      // What is due covers the lower part: a focused field scrolls above it.
      bodyClassName="!p-0 scroll-pb-64"
      onSubmit={(event) => void submit(false)(event)}
      footNote={
        isReady ? (
          <span className="max-md:hidden">A saved bill is not edited: void a mistake, with a reason.</span>
        ) : (
          "Choose how it is paid. Nothing is recorded until then."
        )
      }
      foot={
        <>
          <CancelButton variant="ghost" onCancel={discard.closing(onClose)} isSending={isSaving} />
          <Button type="submit" icon={<Check />} busy={isSaving} disabled={!isReady}>
            Save
          </Button>
          <Button
            ref={printing}
            variant="primary"
            icon={<Printer />}
            busy={isSaving}
            disabled={!isReady}
            {...shortcutProps("print")}
            onClick={() => void submit(true)()}
          >
            Save and Print
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div ref={holdFocus} className="flex min-w-0 flex-col">
          <div className="grid flex-1 grid-cols-[minmax(0,1fr)] content-start gap-5 p-4 md:p-5">
            <div className="spine -ml-4 pl-3.25 md:-ml-5 md:pl-4.25">
              <p className="font-strong wrap-anywhere">{patient.patientName}</p>
              <p className="text-sm text-ink-2">
                {[
                  ageSex(patient, today),
                  visit?.number &&
                    `number ${queueNumber(visit)} ${visit.day === today ? "today" : `on ${formatDay(visit.day)}`}`,
                ]
                  .filter(Boolean)
                  .join(" · ")}
                {visit?.priority && (
                  <>
                    {" · "}
                    <b className="font-strong text-info">{visitPriorityLabels[visit.priority]}</b>
                  </>
                )}
              </p>
            </div>
            <DraftOffer draft={draft} />
            {!saved && open.length > 0 && (
              <Field label="Bill">
                <Select
                  value={chosen === null ? "" : String(chosen)}
                  onChange={(event) => choose(event.target.value === "" ? null : Number(event.target.value))}
                  options={[
                    ...open.map((each) => ({ value: String(each.id), label: billChoice(each) })),
                    { value: "", label: "New bill" },
                  ]}
                />
              </Field>
            )}
            {fromRecord && fromRecord.paymentStatus !== "Paid-Received" && !bill && (
              <NoteBox
                tone="info"
                actions={
                  <Button
                    size="sm"
                    busy={convert.isPending}
                    onClick={() =>
                      void convert
                        .mutateAsync({ body: { patientId: patient.id } })
                        .then((made) => choose(made.id))
                        .catch(() => undefined)
                    }
                  >
                    Take Payment for It
                  </Button>
                }
              >
                {formatMoney(fromRecord.amount)} in the record is {fromRecord.paymentStatus.toLowerCase()}.
              </NoteBox>
            )}
            <section aria-labelledby="charges-title" className="grid gap-2">
              {bill?.discountDoubt && <NoteBox tone="warn">{bill.discountDoubt}</NoteBox>}
              {bill ? (
                <ChargedLines bill={bill} />
              ) : (
                <BillLines form={form} services={services} doctors={user?.doctors} doctor={doctor} />
              )}
              <BillSums
                sums={sums}
                kind={discountKind}
                isVatRegistered={bill?.isVatRegistered ?? settings.isVatRegistered}
                cover={
                  bill
                    ? bill.cover
                    : values.hasHmo
                      ? {
                          company: String(values.company ?? "") || "The HMO",
                          loa: String(values.loa ?? "") || null,
                        }
                      : null
                }
              />
            </section>
            {!bill && (
              <DiscountFields form={form} refusal={refusal} lastHmo={String(defaultValues.company ?? "")} />
            )}
            {recorded && <RecordedBefore {...recorded} />}
          </div>
          <WaysToPay
            form={form}
            list={payments}
            sums={sums}
            amounts={amounts}
            hasHmo={bill ? bill.cover !== null : values.hasHmo}
            isNew={bill === null}
            paidBefore={bill?.paid ?? "0.00"}
          />
        </div>
        <aside className="grid content-start gap-3 border-line bg-sunk p-4 max-lg:border-t lg:border-l">
          <div className="flex items-center gap-2.5 text-sm whitespace-nowrap text-ink-2">
            <span aria-hidden="true">Prints on</span>
            <Select
              aria-label="Prints on"
              className="md:w-32"
              value={size}
              onChange={(event) => {
                const next = event.target.value as AcknowledgementSize;
                setSize(next);
                storeAcknowledgementPaper(next);
              }}
              options={[
                { value: "80mm", label: "80 mm roll" },
                { value: "A5", label: "A5" },
              ]}
            />
          </div>
          <AcknowledgementPreview
            sheet={acknowledgement(
              previewOf(values, bill, sums, {
                patientName: patient.patientName,
                at: now,
                receivedBy: user ? `${user.firstName} ${user.lastName}`.trim() : "",
              }),
              settings,
            )}
          />
        </aside>
      </div>
      {discard.question}
      {question && (
        <ConfirmDialog
          open
          title="Record this reference again?"
          description={question.words}
          cancelLabel="Go Back"
          confirmLabel="Record It Too"
          onClose={() => answer(false)}
          onConfirm={() => {
            answer(true);
            return submit(question.print)();
          }}
        />
      )}
    </Dialog>
  );
}

/** Whether there is something to save: a payment, a bill that is paid later, or one of which the patient owes nothing. */
function isEntered(
  { lines, paysLater }: PaymentValues,
  { patientBalance }: ReturnType<typeof sumsOf>,
  amounts: readonly string[],
  isBilled: boolean,
): boolean {
  if (amounts.some((amount) => centavos(amount) > 0n)) return true;
  if (isBilled) return false;
  return (
    paysLater || (centavos(patientBalance) === 0n && lines.some(({ description }) => description !== ""))
  );
}

/** The form reports an amount beyond a bill's limit; until then no sums are computed from it. */
function sumsSafely(...given: Parameters<typeof sumsOf>): ReturnType<typeof sumsOf> {
  try {
    return sumsOf(...given);
  } catch (error) {
    if (error instanceof RangeError) return sumsOf({ ...given[0], lines: [] }, given[1], given[2]);
    throw error;
  }
}

/** Whose a new line is: the visit's doctor, else the user; "" when it is neither. Undefined where one practises. */
function proposedDoctor(
  visit: (Visit & { practitionerId?: number | undefined }) | null,
  user: CurrentUser | null | undefined,
): string | undefined {
  if (!user?.doctors) return undefined;
  const found = user.doctors.find(({ id, userId }) =>
    visit?.practitionerId === undefined ? userId === user.id : id === visit.practitionerId,
  );
  return String(found?.id ?? "");
}

/** The initial values: the discount comes from the age, the visit's priority, or the last bill; the HMO from that. */
function startOf({
  patient,
  bills,
  visit,
  today,
  doctor,
}: {
  patient: Patient;
  bills: readonly Bill[];
  visit: Visit | null;
  today: string;
  doctor: string | undefined;
}): PaymentValues {
  const age = yearsAt(patient, today);
  const isSenior = age === null ? visit?.priority === "senior" : age >= SENIOR_FROM;
  const last = bills.find(({ discountKind }) => isLegalDiscount(discountKind));
  const kind =
    visit?.priority === "pwd" ? "pwd" : isSenior ? "senior" : last?.discountKind === "pwd" ? "pwd" : "";
  const known = last?.discountKind === kind ? last : null;
  const covered = bills.find(({ cover }) => cover !== null)?.cover;
  return {
    lines: [blankLine(doctor)],
    discountKind: kind,
    percent: "",
    idNumber: known?.discountIdNumber ?? "",
    name: known?.discountName ?? patient.patientName,
    hasHmo: false,
    company: covered?.company ?? "",
    card: covered?.card ?? "",
    loa: "",
    approved: "",
    payments: [],
    paysLater: false,
  };
}

function ChargedLines({ bill }: { bill: Bill }) {
  return (
    <div>
      <h3 id="charges-title" className="font-strong">
        Charges
      </h3>
      <ul className="mt-1 text-sm">
        {bill.lines.map(({ description, quantity, amount, doctorName }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same
          <li key={index} className="flex justify-between gap-4 border-t border-line py-1.5">
            <span className="wrap-anywhere">
              {description}
              {quantity > 1 && <span className="text-ink-2"> × {quantity}</span>}
              {doctorName !== undefined && <span className="block text-ink-2">{doctorName}</span>}
            </span>
            <span className="tabular-nums">
              {formatMoney(fromCentavos(BigInt(quantity) * centavos(amount)))}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
