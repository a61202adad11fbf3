import type { UseFormRegisterReturn } from "react-hook-form";
import { permissionCatalogue, permissions } from "#shared/permissions.ts";
import { Checkbox } from "#web/ui/inputs/Checkbox.tsx";
import { FieldError } from "#web/ui/inputs/Field.tsx";

/** The rights as checkboxes, each with what it allows. */
export function PermissionChoice({
  field,
  error,
}: {
  field: UseFormRegisterReturn;
  error: string | undefined;
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium">Permissions</legend>
      <div className="grid gap-2">
        {permissions.map((permission) => (
          <Checkbox
            key={permission}
            value={permission}
            label={permissionCatalogue[permission].label}
            hint={permissionCatalogue[permission].description}
            {...field}
          />
        ))}
      </div>
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  );
}
