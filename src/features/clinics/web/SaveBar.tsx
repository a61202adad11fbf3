import type { ReactNode, Ref } from "react";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";

/** The submit button below a form of the settings, and whether something is not saved yet. */
export const SaveBar = ({
  isDirty,
  isSaving,
  save = "Save Changes",
  saveButton,
  className,
  buttonClassName,
  children,
}: {
  isDirty: boolean;
  isSaving: boolean;
  /** The button's label. */
  save?: string;
  saveButton?: Ref<HTMLButtonElement>;
  className?: string;
  buttonClassName?: string;
  /** Other buttons. */
  children?: ReactNode;
}) => (
  <div className={cx("flex flex-wrap items-center gap-3", className)}>
    <Button
      ref={saveButton}
      type="submit"
      variant="primary"
      busy={isSaving}
      busyLabel="Saving…"
      // If the field lost its focus here, its error message would move the button away from the pointer.
      onMouseDown={(event) => event.preventDefault()}
      className={buttonClassName}
    >
      {save}
    </Button>
    {children}
    {isDirty && !isSaving && <span className="text-sm text-ink-2">Not saved yet</span>}
  </div>
);
