import { Pencil } from "lucide-react";
import { Button } from "./ui/Button.tsx";
import { IconButton } from "./ui/IconButton.tsx";

/** The buttons of an item of the settings that can be out of use: nothing that names it is deleted. */
export function UseButtons({
  name,
  isActive,
  mayStop = true,
  onUse,
  onEdit,
}: {
  name: string;
  isActive: boolean;
  /** False for the last one, where one is needed. */
  mayStop?: boolean;
  onUse: (isActive: boolean) => void;
  onEdit: () => void;
}) {
  if (!isActive)
    return (
      <Button size="sm" aria-label={`Use Again: ${name}`} onClick={() => onUse(true)}>
        Use Again
      </Button>
    );
  return (
    <>
      {mayStop && (
        <Button size="sm" variant="ghost" aria-label={`Stop Using ${name}`} onClick={() => onUse(false)}>
          Stop Using
        </Button>
      )}
      <IconButton size="sm" label={`Edit ${name}`} icon={<Pencil />} onClick={onEdit} />
    </>
  );
}
