import { ArrowDown, ArrowUp, Pencil, Trash2 } from "lucide-react";
import { type CustomField, changeCustomField } from "#features/clinics/contract.ts";
import { IfCan } from "#web/data/session.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { Switch } from "#web/ui/inputs/Switch.tsx";
import { typeWords } from "./custom-field-form.ts";

/** One field of the list: its type, whether it is required, and its position. */
export function CustomFieldRow({
  field,
  place,
  count,
  onMove,
  onRequired,
  onEdit,
  onRemove,
}: {
  field: CustomField;
  /** From 1, among the active ones. */
  place: number;
  count: number;
  onMove: (by: 1 | -1) => void;
  onRequired: (isRequired: boolean) => void;
  onEdit: () => void;
  onRemove: () => void;
}) {
  const { fieldName, fieldType, fieldOptions, isRequired } = field;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2.5 first:border-t-0">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium wrap-anywhere">{fieldName}</p>
        <p className="line-clamp-2 text-sm text-ink-3 wrap-anywhere">
          {typeWords[fieldType]}
          {fieldType === "choice" && `: ${fieldOptions.join(", ")}`}
        </p>
      </div>
      <IfCan do={changeCustomField} otherwise={isRequired && <span className="text-sm">Required</span>}>
        <div className="flex flex-wrap items-center gap-x-4 max-md:w-full max-md:justify-between">
          <Switch
            checked={isRequired}
            onChange={onRequired}
            label={
              <>
                <span aria-hidden="true">Required</span>
                <span className="sr-only">Required: {fieldName}</span>
              </>
            }
          />
          <div className="flex">
            <IconButton
              label={`Move ${fieldName} up`}
              data-move={`${field.id} -1`}
              icon={<ArrowUp />}
              aria-disabled={place === 1}
              onClick={() => place > 1 && onMove(-1)}
              className="aria-disabled:text-ink-disabled"
            />
            <IconButton
              label={`Move ${fieldName} down`}
              data-move={`${field.id} 1`}
              icon={<ArrowDown />}
              aria-disabled={place === count}
              onClick={() => place < count && onMove(1)}
              className="aria-disabled:text-ink-disabled"
            />
            <IconButton label={`Edit ${fieldName}`} icon={<Pencil />} onClick={onEdit} />
            <IconButton label={`Remove ${fieldName}`} icon={<Trash2 />} onClick={onRemove} />
          </div>
        </div>
      </IfCan>
    </li>
  );
}
