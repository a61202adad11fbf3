import { categoryLists, fileCategories, type PatientFile, patientFiles } from "#features/files/contract.ts";
import type { Patient } from "#features/patients/contract.ts";
import { MedicalFileDrop } from "#web/clinical/MedicalFileDrop.tsx";
import type { MedicalResults } from "#web/clinical/use-medical-results.ts";
import { useCall } from "#web/data/calls.ts";
import { Button } from "#web/ui/Button.tsx";
import { FileRow } from "#web/ui/inputs/FileRow.tsx";
import { FileSheet } from "#web/ui/inputs/FileSheet.tsx";
import { FormPart } from "./PatientFields.tsx";

const labels = { laboratory: "Laboratory", imaging: "Imaging", other: "Other Documents" } as const;

/** The files of a patient form, in three groups, including those of a stored patient. */
export function MedicalResultsUpload({ results, stored }: { results: MedicalResults; stored?: Patient }) {
  return (
    <FormPart title="Medical Results Upload">
      {fileCategories.map((category) => (
        <div key={category} className="grid gap-2">
          <MedicalFileDrop
            category={category}
            label={labels[category]}
            value={results.sent[category]}
            onChange={(files) => results.changed(category, files)}
            onPending={(sending, failed) => results.pending(category, sending, failed)}
          />
          {stored && stored[categoryLists[category]].length > 0 && (
            <StoredFiles
              patientId={stored.id}
              label={labels[category]}
              paths={stored[categoryLists[category]]}
              results={results}
            />
          )}
        </div>
      ))}
    </FormPart>
  );
}

function StoredFiles({
  patientId,
  label,
  paths,
  results,
}: {
  patientId: number;
  label: string;
  paths: readonly string[];
  results: MedicalResults;
}) {
  // If the names fail to load, a file is shown by its path.
  const { data = [] } = useCall(patientFiles, { params: { id: String(patientId) } });
  const known = new Map<string, PatientFile>(data.map((file) => [file.path, file]));
  return (
    <ul
      aria-label={`${label} files of this patient`}
      className="rounded-md border border-line bg-surface px-4 py-1"
    >
      {paths.map((path) => {
        const { name, size } = known.get(path) ?? { name: path };
        return results.removed.includes(path) ? (
          <li key={path} className="flex items-center gap-3 border-t border-line py-2 first:border-t-0">
            <FileSheet name={name} />
            <div className="min-w-0 flex-1">
              <p className="text-ink-3 line-through wrap-anywhere">{name}</p>
              <p className="text-sm text-ink-3">Will be removed when you save</p>
            </div>
            <Button size="sm" variant="ghost" aria-label={`Keep ${name}`} onClick={() => results.keep(path)}>
              Keep
            </Button>
          </li>
        ) : (
          <FileRow key={path} name={name} size={size} onRemove={() => results.remove(path)} />
        );
      })}
    </ul>
  );
}
