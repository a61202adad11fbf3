import { ListPlus, Plus } from "lucide-react";
import { useState } from "react";
import { addCustomField, type CustomField, customFields } from "#features/clinics/contract.ts";
import { useCall } from "#web/data/calls.ts";
import { IfCan, useCan } from "#web/data/session.tsx";
import { QueryPending } from "#web/QueryPending.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { VisuallyHidden } from "#web/ui/VisuallyHidden.tsx";
import { CustomFieldDialog } from "./CustomFieldDialog.tsx";
import { CustomFieldRow } from "./CustomFieldRow.tsx";
import { RemoveCustomFieldDialog } from "./RemoveCustomFieldDialog.tsx";
import { useCustomFieldActions } from "./use-custom-field-actions.ts";

/** The Custom Fields tab: what the clinic records of patients in addition to the standard fields. */
export function CustomFieldsSettings() {
  const query = useCall(customFields, {});
  if (query.data) return <Fields fields={query.data} />;
  const pending = (
    <QueryPending
      query={query}
      title="Failed to load custom fields"
      skeleton={<SkeletonRows rows={4} initials={false} />}
    />
  );
  return query.error ? <Section className="max-w-form">{pending}</Section> : pending;
}

function Fields({ fields }: { fields: CustomField[] }) {
  const mayChange = useCan()(addCustomField);
  const [open, setOpen] = useState<{ field: CustomField | null } | null>(null);
  const [removing, setRemoving] = useState<CustomField | null>(null);
  const { move, change, announced } = useCustomFieldActions(fields);
  const used = fields.filter(({ isActive }) => isActive);
  const unused = fields.filter(({ isActive }) => !isActive);
  const addButton = (variant: "primary" | "secondary") => (
    <IfCan do={addCustomField}>
      <Button
        variant={variant}
        size={variant === "primary" ? "md" : "sm"}
        icon={<Plus />}
        onClick={() => setOpen({ field: null })}
      >
        Add Field
      </Button>
    </IfCan>
  );
  return (
    <div className="grid max-w-form grid-cols-[minmax(0,1fr)] gap-5">
      <Section flush title="Custom Fields" actions={used.length > 0 && addButton("secondary")}>
        {used.length === 0 ? (
          <Empty
            icon={<ListPlus />}
            title="No custom fields"
            why="Fields you add here appear at the end of every patient form."
            action={addButton("primary")}
          />
        ) : (
          <>
            <p className="border-b border-line px-4 py-3 text-sm text-ink-2">
              Shown on every patient form in this order.
              {!mayChange && " Only the clinic owner can change these."}
            </p>
            <ol aria-label="Custom Fields">
              {used.map((field, index) => (
                <CustomFieldRow
                  key={field.id}
                  field={field}
                  place={index + 1}
                  count={used.length}
                  onMove={(by) => move(field, by)}
                  onRequired={(isRequired) => change(field, { isRequired })}
                  onEdit={() => setOpen({ field })}
                  onRemove={() => setRemoving(field)}
                />
              ))}
            </ol>
          </>
        )}
      </Section>
      {unused.length > 0 && (
        <Section flush title="No longer used" note="Hidden from forms. Existing values are kept.">
          <ul aria-label="No longer used">
            {unused.map((field) => (
              <li
                key={field.id}
                className="flex items-center gap-3 border-t border-line px-4 py-2 first:border-t-0"
              >
                <span className="min-w-0 flex-1 wrap-anywhere text-ink-2">{field.fieldName}</span>
                {mayChange && (
                  <Button
                    size="sm"
                    aria-label={`Use Again: ${field.fieldName}`}
                    onClick={() => change(field, { isActive: true })}
                  >
                    Use Again
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </Section>
      )}
      <VisuallyHidden>
        <span role="status">{announced}</span>
      </VisuallyHidden>
      {open && <CustomFieldDialog field={open.field} onClose={() => setOpen(null)} />}
      {removing && <RemoveCustomFieldDialog field={removing} onClose={() => setRemoving(null)} />}
    </div>
  );
}
