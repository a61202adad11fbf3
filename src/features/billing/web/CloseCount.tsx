import { useWatch } from "react-hook-form";
import { CountDraft, closeDayCount, type DayCount } from "#features/billing/day-count-contract.ts";
import { centavos, formatMoney, parseMoney } from "#shared/formats/money.ts";
import { isApiError } from "#web/data/api-error.ts";
import { showFailure, useEndpointMutation } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { applyServerFields, useZodForm } from "#web/forms/form.ts";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Section } from "#web/ui/frame/Section.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { MoneyInput } from "#web/ui/inputs/MoneyInput.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { differenceWords } from "./cash-difference.ts";

/** Counts the cash drawer and closes the count, which is final. */
export function CloseCount({ count: { uncounted, expectedCash } }: { count: DayCount }) {
  const can = useCan();
  const form = useZodForm(CountDraft, { defaultValues: { counted: "", note: "" } });
  const { errors, isSubmitting } = form.formState;
  const typed = parseMoney(String(useWatch({ control: form.control, name: "counted" }) ?? ""));
  const close = useEndpointMutation(closeDayCount, {
    done: ({ difference }) => ({
      title: "Count closed",
      description:
        centavos(difference) === 0n
          ? "The cash is as expected."
          : `${differenceWords(centavos(difference))}.`,
    }),
    failed: null,
    invalidatesOnError: true,
  });
  if (!can(closeDayCount) || uncounted.since === null) return null;
  const save = async (body: CountDraft) => {
    try {
      await close.mutateAsync({ body });
      form.reset();
    } catch (error) {
      if (isApiError(error)) applyServerFields(form, error);
      showFailure(error, { title: "Error", fallback: "The count could not be closed" });
    }
  };
  const difference = typed === null ? null : centavos(typed) - centavos(expectedCash);
  return (
    <Section title="Count the cash" className="print:hidden">
      <form
        noValidate
        className="grid max-w-form items-start gap-4 md:grid-cols-[11rem_minmax(0,1fr)_auto]"
        onSubmit={(event) => void form.handleSubmit(save)(event)}
      >
        <Field
          label="Cash counted"
          required
          hint={`Expected: ${formatMoney(expectedCash)}`}
          error={errors.counted?.message}
        >
          <MoneyInput {...form.register("counted")} />
        </Field>
        <Field label="Note" optional error={errors.note?.message}>
          <TextInput maxLength={500} autoComplete="off" {...form.register("note")} />
        </Field>
        <div className="md:pt-6.5">
          <Button type="submit" variant="primary" busy={isSubmitting} block>
            Close Count
          </Button>
        </div>
      </form>
      <p role="status" className={cx("mt-2 text-sm", difference === 0n ? "text-ok" : "text-ink-2")}>
        {difference === null
          ? "A closed count is final. Payments that follow belong to the next one."
          : difference === 0n
            ? "As expected."
            : `${differenceWords(difference)}.`}
      </p>
    </Section>
  );
}
