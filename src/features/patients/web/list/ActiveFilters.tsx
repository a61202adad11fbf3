import { Button } from "#web/ui/Button.tsx";
import { Chip } from "#web/ui/Chip.tsx";
import { type activeFilters, noFilters, type PatientSearch } from "./patient-search.ts";

/** Each filter in words, with a button that removes it, and one for all. */
export function ActiveFilters({
  filters,
  change,
}: {
  filters: ReturnType<typeof activeFilters>;
  change: (changes: Partial<PatientSearch>) => void;
}) {
  return (
    <>
      {filters.map(({ label, clear }) => (
        <Chip key={label} removeLabel={`Remove filter: ${label}`} onRemove={() => change(clear)}>
          <span className="max-w-60 truncate">{label}</span>
        </Chip>
      ))}
      <Button variant="link" onClick={() => change(noFilters)}>
        Clear Filters
      </Button>
    </>
  );
}
