import { Users } from "lucide-react";
import { FoundPatients } from "#web/clinical/FoundPatient.tsx";
import { usePatientFinder } from "#web/clinical/use-patient-finder.ts";
import { SearchedOnDevice } from "#web/offline/SearchedOnDevice.tsx";
import { QueryList } from "#web/QueryList.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { SearchInput } from "#web/ui/inputs/SearchInput.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";

/** Chooses a patient by search; the newest are listed before anything is typed. */
export function ChoosePatientDialog({
  title = "Choose a patient",
  why,
  except,
  onChosen,
  onClose,
}: {
  title?: string;
  /** The purpose, in the title. */
  why: string;
  /** Excluded: the patient for whom another is chosen. */
  except?: number | undefined;
  onChosen: (id: number) => void;
  onClose: () => void;
}) {
  const { typed, setTyped, search, read, isCurrent } = usePatientFinder();
  const { isFetching } = read;
  const choices = (found: NonNullable<typeof read.data>) => found.filter(({ id }) => id !== except);
  const data = read.data && choices(read.data);
  const first = data?.[0];
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={why}
      atTop
      bodyClassName="grid content-start gap-3"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // Enter chooses the first, once the list matches what was typed.
          if (first && isCurrent) onChosen(first.id);
        }}
      >
        <SearchInput
          label="Search patients"
          placeholder="Name, admission number or phone"
          value={typed}
          onChange={setTyped}
          busy={isFetching && data !== undefined}
          data-autofocus=""
        />
      </form>
      {data && search && <SearchedOnDevice />}
      <QueryList
        query={read}
        rowsOf={choices}
        title="Failed to load patients"
        skeleton={<SkeletonRows rows={4} />}
        label="Loading patients..."
        empty={
          <Empty
            icon={<Users />}
            title={search ? "No patients match your search criteria." : "No patients found."}
            why={search ? "Try a part of the name, or the admission number." : "Register the patient first."}
          />
        }
      >
        {(patients) => <FoundPatients {...{ patients, search }} onChoose={({ id }) => onChosen(id)} />}
      </QueryList>
    </Dialog>
  );
}
