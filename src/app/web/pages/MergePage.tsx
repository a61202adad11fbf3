import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { CompareScreen, type Merged } from "#features/merges/web/CompareScreen.tsx";
import { DuplicateList } from "#features/merges/web/DuplicateList.tsx";
import { MergedNote } from "#features/merges/web/MergedNote.tsx";
import { MergeList } from "#features/merges/web/MergeList.tsx";
import { usePageSearch } from "#web/page-search.ts";
import { useDialogActions } from "./dialogs/use-dialogs.ts";
import { PageTitle } from "./shell/PageTitle.tsx";

const idIn = (text: string | undefined): number | null => {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
};

/** Pairs that may be one person, the comparison of two, and the merges that can be undone. */
export function MergePage() {
  const dialogs = useDialogActions();
  const search = usePageSearch();
  const navigate = useNavigate();
  const [merged, setMerged] = useState<Merged | null>(null);
  const [stays, goes] = [idIn(search.stays), idIn(search.goes)];
  const show = (pair: { stays: number; goes: number } | null, replace = false) =>
    void navigate({
      to: ".",
      search: (before) => ({ ...before, stays: pair?.stays.toString(), goes: pair?.goes.toString() }),
      replace,
    });
  const onOpenPatient = (id: number) => dialogs.openRecord(id);
  if (stays !== null && goes !== null)
    return (
      <CompareScreen
        key={`${stays} ${goes}`}
        stays={stays}
        goes={goes}
        head={(actions) => (
          <PageTitle note="Nothing changes until you merge." actions={actions}>
            Merge Patients
          </PageTitle>
        )}
        onSwap={() => show({ stays: goes, goes: stays }, true)}
        onOpenPatient={onOpenPatient}
        onMerged={(done) => {
          setMerged(done);
          show(null, true);
        }}
        onLeave={() => show(null)}
      />
    );
  return (
    <>
      <PageTitle note="One person with two records: compare them, and make them one.">
        Merge Patients
      </PageTitle>
      <div className="grid gap-5">
        {merged && (
          <MergedNote merged={merged} onOpenPatient={onOpenPatient} onUndone={() => setMerged(null)} />
        )}
        <DuplicateList
          onCompare={(one, other) => {
            setMerged(null);
            show({ stays: one, goes: other });
          }}
          onOpenPatient={onOpenPatient}
        />
        <MergeList
          onOpenPatient={onOpenPatient}
          onUndone={(id) => id === merged?.mergeId && setMerged(null)}
        />
      </div>
    </>
  );
}
