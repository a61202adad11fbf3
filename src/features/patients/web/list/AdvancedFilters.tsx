import { type FormEvent, useState } from "react";
import { Button } from "#web/ui/Button.tsx";
import { DateInput } from "#web/ui/inputs/DateInput.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { Drawer } from "#web/ui/overlays/Drawer.tsx";
import {
  admissionOptions,
  chosenSort,
  patientStatusOptions,
  paymentOptions,
  sortOptions,
} from "./filter-options.ts";
import { consultationWords, type PatientSearch } from "./patient-search.ts";

/** The filters that do not fit above the list. Nothing changes until Apply. */
export function AdvancedFilters({
  search,
  withSelects,
  onApply,
  onClearAll,
  onClose,
}: {
  search: PatientSearch;
  /** On phones both statuses and the sort order are included. */
  withSelects: boolean;
  onApply: (changes: Partial<PatientSearch>) => void;
  onClearAll: () => void;
  onClose: () => void;
}) {
  const [draft, setDraft] = useState(search);
  const set = (changes: Partial<PatientSearch>) => setDraft({ ...draft, ...changes });
  const chosen = (value: string) => (value || undefined) as never;
  const isBackwards = draft.from !== undefined && draft.to !== undefined && draft.from > draft.to;
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (isBackwards) return;
    const { view: _view, q: _q, ...filters } = draft;
    onApply({ ...filters, diagnosis: draft.diagnosis?.trim() || undefined });
  };
  return (
    <Drawer
      open
      onClose={onClose}
      title="Advanced Filters"
      onSubmit={apply}
      closeOutside
      foot={
        <>
          <Button className="mr-auto" onClick={onClearAll}>
            Clear All Filters
          </Button>
          <Button type="submit" variant="primary">
            Apply
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {withSelects && (
          <>
            <Field label="Patient status">
              <Select
                options={patientStatusOptions}
                value={draft.stage ?? ""}
                onChange={(event) => set({ stage: chosen(event.target.value) })}
              />
            </Field>
            <Field label="Admission status">
              <Select
                options={admissionOptions}
                value={draft.status ?? ""}
                onChange={(event) => set({ status: chosen(event.target.value) })}
              />
            </Field>
            <Field label="Sort">
              <Select
                options={sortOptions(draft.q)}
                value={chosenSort(draft)}
                onChange={(event) => set({ sort: chosen(event.target.value) })}
              />
            </Field>
          </>
        )}
        <Field label="Diagnosis">
          <TextInput
            maxLength={200}
            value={draft.diagnosis ?? ""}
            onChange={(event) => set({ diagnosis: event.target.value })}
          />
        </Field>
        <Field label="Payment status">
          <Select
            options={paymentOptions}
            value={draft.payment ?? ""}
            onChange={(event) => set({ payment: chosen(event.target.value) })}
          />
        </Field>
        <Field label="Consultation status">
          <Select
            options={[
              { value: "", label: "All Consultations" },
              ...Object.entries(consultationWords).map(([value, label]) => ({ value, label })),
            ]}
            value={draft.consultation ?? ""}
            onChange={(event) => set({ consultation: chosen(event.target.value) })}
          />
        </Field>
        <Field label="Start date" hint="Admission date, or registration date if never admitted.">
          <DateInput defaultValue={search.from ?? ""} onDate={(day) => set({ from: day || undefined })} />
        </Field>
        <Field
          label="End date"
          error={isBackwards ? "Choose an end date on or after the start date" : undefined}
        >
          <DateInput defaultValue={search.to ?? ""} onDate={(day) => set({ to: day || undefined })} />
        </Field>
      </div>
    </Drawer>
  );
}
