import * as z from "zod/mini";
import { closeDayCount } from "#features/billing/contract.ts";
import { differenceWords } from "#shared/billing/cash-difference.ts";
import { optionalLine, requiredLine } from "#shared/formats/fields.ts";
import { centavos, formatMoney, fromCentavos } from "#shared/formats/money.ts";
import { isApiError } from "#web/data/api-error.ts";
import { showFailure, useEndpointMutation } from "#web/data/calls.ts";
import { applyServerFields, useZodForm } from "#web/forms/form.ts";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { CancelButton } from "#web/ui/inputs/CancelButton.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";

/** Asks before a count closes, and why the cash differs where it does. */
export function CloseCountDialog({
  counted,
  expected,
  onClosed,
  onClose,
}: {
  counted: string;
  expected: string;
  onClosed: () => void;
  onClose: () => void;
}) {
  const difference = centavos(counted) - centavos(expected);
  const agrees = difference === 0n;
  const form = useZodForm(
    z.object({
      note: agrees ? optionalLine(500) : requiredLine("Say why the cash does not agree", 500),
    }),
    { defaultValues: { note: "" } },
  );
  const { errors, isSubmitting } = form.formState;
  const close = useEndpointMutation(closeDayCount, {
    done: (closing) => ({
      title: "Count closed",
      description:
        centavos(closing.difference) === 0n
          ? "The cash is as expected."
          : `${differenceWords(centavos(closing.difference))}.`,
    }),
    failed: null,
    invalidatesOnError: true,
  });
  const submit = form.handleSubmit(async ({ note }) => {
    try {
      await close.mutateAsync({ body: { counted, note } });
      onClosed();
    } catch (error) {
      if (isApiError(error)) applyServerFields(form, error);
      showFailure(error, { title: "Error", fallback: "The count could not be closed" });
    }
  });
  return (
    <Dialog
      open
      onClose={onClose}
      mayClose={() => !isSubmitting}
      title={agrees ? "The cash agrees. Close the count?" : `${differenceWords(difference)}. Close anyway?`}
      size="sm"
      compact
      onSubmit={(event) => void submit(event)}
      foot={
        <>
          <CancelButton variant="ghost" onCancel={onClose} isSending={isSubmitting} label="Count Again" />
          <Button
            type="submit"
            variant="primary"
            busy={isSubmitting}
            {...(agrees && { "data-autofocus": "" })}
          >
            Close Count
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <dl className="text-sm tabular-nums">
          <Line label="Expected in the drawer" amount={formatMoney(expected)} />
          <Line label="Cash counted" amount={formatMoney(counted)} />
          <Line
            label={agrees ? "Difference" : difference < 0n ? "Short" : "Over"}
            amount={formatMoney(fromCentavos(difference < 0n ? -difference : difference))}
            className={cx("text-md font-strong", agrees ? "text-ok" : "text-warn")}
          />
        </dl>
        {!agrees && (
          <Field
            label="Reason"
            required
            hint="Stays with the count, with your name."
            error={errors.note?.message}
          >
            <TextInput maxLength={500} autoComplete="off" {...form.register("note")} />
          </Field>
        )}
        <p className="text-sm text-ink-2">A closed count is final and cannot be opened again.</p>
      </div>
    </Dialog>
  );
}

const Line = ({ label, amount, className }: { label: string; amount: string; className?: string }) => (
  <div className="flex justify-between gap-4 border-t border-line py-1.5 first:border-t-0">
    <dt className={cx(className && "font-strong text-ink")}>{label}</dt>
    <dd className={className}>{amount}</dd>
  </div>
);
