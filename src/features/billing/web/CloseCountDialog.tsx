import * as z from "zod/mini";
import { closeDayCount } from "#features/billing/contract.ts";
import { differenceWords } from "#shared/billing/cash-difference.ts";
import { optionalLine, requiredLine } from "#shared/formats/fields.ts";
import { centavos, formatMoney, fromCentavos } from "#shared/formats/money.ts";
import { FormDialog } from "#web/forms/FormDialog.tsx";
import { useFormDialog } from "#web/forms/use-form-dialog.ts";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { CancelButton } from "#web/ui/inputs/CancelButton.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { SumLine } from "./SumLine.tsx";

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
  const CountNote = z.object({
    note: agrees ? optionalLine(500) : requiredLine("Say why the cash does not agree", 500),
  });
  const { form, errors, dialog } = useFormDialog(closeDayCount, CountNote, {
    defaultValues: { note: "" },
    request: ({ note }) => ({ body: { counted, note } }),
    done: (closing) => ({
      title: "Count closed",
      description:
        centavos(closing.difference) === 0n
          ? "The cash is as expected."
          : `${differenceWords(centavos(closing.difference))}.`,
    }),
    failed: "The count could not be closed",
    invalidatesOnError: true,
    onSaved: onClosed,
    onClose,
  });
  return (
    <FormDialog
      {...dialog}
      title={agrees ? "The cash agrees. Close the count?" : `${differenceWords(difference)}. Close anyway?`}
      size="sm"
      compact
      save="Close Count"
      foot={(onCancel) => (
        <>
          <CancelButton
            variant="ghost"
            onCancel={onCancel}
            isSending={dialog.isSending}
            label="Count Again"
          />
          <Button
            type="submit"
            variant="primary"
            busy={dialog.isSending}
            {...(agrees && { "data-autofocus": "" })}
          >
            Close Count
          </Button>
        </>
      )}
    >
      <dl className="text-sm tabular-nums">
        <SumLine label="Expected in the drawer" hasRule>
          {formatMoney(expected)}
        </SumLine>
        <SumLine label="Cash counted" hasRule>
          {formatMoney(counted)}
        </SumLine>
        <SumLine
          label={agrees ? "Difference" : difference < 0n ? "Short" : "Over"}
          hasRule
          className="font-strong"
        >
          <span className={cx("text-md", agrees ? "text-ok" : "text-warn")}>
            {formatMoney(fromCentavos(difference < 0n ? -difference : difference))}
          </span>
        </SumLine>
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
    </FormDialog>
  );
}
