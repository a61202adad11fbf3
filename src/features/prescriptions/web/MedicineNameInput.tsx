import { type ComponentPropsWithRef, useId, useState } from "react";
import { cx } from "#web/ui/cx.ts";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { detailOf, type MedicineChoice } from "./medicine-choices.ts";

/**
 * A medicine's name, with what fits under it. An arrow key marks one and Enter takes it; Tab and Escape leave what was
 * typed. It stays a text field: what is offered only saves typing.
 */
export function MedicineNameInput({
  choices,
  onChoose,
  onChange,
  onBlur,
  ...rest
}: ComponentPropsWithRef<typeof TextInput> & {
  choices: readonly MedicineChoice[];
  onChoose: (choice: MedicineChoice) => void;
}) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [marked, mark] = useState<number | null>(null);
  const shown = isOpen ? choices : [];
  const close = () => {
    setOpen(false);
    mark(null);
  };
  const choose = (choice: MedicineChoice) => {
    close();
    onChoose(choice);
  };
  return (
    <div className="relative">
      <TextInput
        {...rest}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={`${id}-list`}
        aria-activedescendant={marked !== null && shown[marked] ? `${id}-${marked}` : undefined}
        onChange={(event) => {
          setOpen(true);
          mark(null);
          onChange?.(event);
        }}
        onBlur={(event) => {
          // Not at once: a dialog takes the focus back when nodes are removed while it moves on.
          const field = event.currentTarget;
          requestAnimationFrame(() => document.activeElement !== field && close());
          onBlur?.(event);
        }}
        onKeyDown={(event) => {
          if (shown.length === 0) return;
          const last = shown.length - 1;
          if (event.key === "ArrowDown") mark(marked === null || marked === last ? 0 : marked + 1);
          else if (event.key === "ArrowUp") mark(marked === null || marked === 0 ? last : marked - 1);
          else if (event.key === "Escape") close();
          else if (event.key === "Enter" && marked !== null && !event.ctrlKey && !event.metaKey) {
            const choice = shown[marked];
            if (choice) choose(choice);
          } else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <p role="status" className="sr-only">
        {shown.length > 0 && `${shown.length} ${shown.length === 1 ? "medicine" : "medicines"} below`}
      </p>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Medicines"
        hidden={shown.length === 0}
        className="absolute top-full left-0 z-1 mt-1 w-full min-w-64 overflow-hidden rounded-md border border-line-strong bg-surface py-1 shadow-menu"
      >
        {shown.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
          <div
            key={`${choice.name} ${choice.brandName} ${choice.strength} ${choice.form}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === marked}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(choice)}
            className={cx(
              "cursor-pointer px-3 py-1.5 max-md:min-h-touch",
              index === marked ? "bg-brand-wash" : "hover:bg-paper",
            )}
          >
            <span className="block wrap-anywhere">{choice.name}</span>
            {detailOf(choice) && (
              <span className="block text-sm text-ink-2 wrap-anywhere">{detailOf(choice)}</span>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}
