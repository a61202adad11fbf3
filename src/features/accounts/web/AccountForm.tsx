import type { ReactNode, Ref } from "react";
import type { useSmallForm } from "#web/forms/small-form.ts";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";

export type AccountFormProps = Pick<ReturnType<typeof useSmallForm>, "form" | "isSending"> & {
  /** The button's label. */
  save: string;
  busyLabel: string;
  button?: Ref<HTMLButtonElement>;
  /** Why it was refused, where no field says so. */
  problem?: string | undefined;
  /** Below the button. */
  foot?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A form of `useSmallForm`: its fields above its button. */
export const AccountForm = ({
  form,
  isSending,
  save,
  busyLabel,
  button,
  problem,
  foot,
  className,
  children,
}: AccountFormProps) => (
  <form {...form} className={cx("grid gap-4", className)}>
    {children}
    {problem && (
      <p role="alert" className="text-sm text-bad">
        {problem}
      </p>
    )}
    <Button ref={button} type="submit" variant="primary" block busy={isSending} busyLabel={busyLabel}>
      {save}
    </Button>
    {foot}
  </form>
);
