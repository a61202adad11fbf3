import { ListChecks, Lock, Plus, Share2 } from "lucide-react";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { ErrorState } from "#web/ui/feedback/ErrorState.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { Progress } from "#web/ui/feedback/Progress.tsx";
import { SkeletonCard, SkeletonFigures, SkeletonRows, SkeletonTable } from "#web/ui/feedback/Skeleton.tsx";
import { ThinBar } from "#web/ui/feedback/ThinBar.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { FormErrors } from "#web/ui/inputs/FormErrors.tsx";
import { Caption } from "./Caption.tsx";

export function WaitingSection() {
  return (
    <div className="grid items-start gap-x-4 gap-y-6 md:grid-cols-3">
      <Caption name="Rows, from 150 ms on" onSheet>
        <Waiting skeleton={<SkeletonRows />} />
      </Caption>
      <Caption name="After 8 seconds" onSheet>
        <Waiting skeleton={<SkeletonRows rows={2} />} onRetry={() => {}} />
      </Caption>
      <Caption name="Card">
        <SkeletonCard />
      </Caption>
      <Caption name="Figures" onSheet>
        <SkeletonFigures />
      </Caption>
      <div className="md:col-span-2">
        <Caption name="Table" onSheet>
          <SkeletonTable rows={3} />
        </Caption>
      </div>
      <Caption name="Empty, with an act" onSheet>
        <Empty
          icon={<ListChecks />}
          title="No tasks found"
          why="Nothing is waiting for you or your staff."
          action={<Button icon={<Plus />}>Add New Task</Button>}
        />
      </Caption>
      <Caption name="Empty, nothing to do" onSheet>
        <Empty
          icon={<Share2 />}
          title="No Patient Referrals Yet"
          why="When another clinic refers a patient to you, it appears here."
        />
      </Caption>
      <Caption name="A list did not load" onSheet>
        <ErrorState
          title="Failed to load shared patients"
          why="The server did not answer. Nothing was changed."
          reference="7F3K-20"
          onRetry={() => {}}
        />
      </Caption>
      <Caption name="No permission" onSheet>
        <ErrorState
          icon={<Lock />}
          title="Access Restricted"
          why="You don't have permission to view patient information."
        />
      </Caption>
      <Caption name="Notes">
        <div className="grid gap-3">
          <NoteBox tone="bad" title="Failed to save prescription">
            Not saved yet. What you typed is kept here. Reference 7F3K-20.
          </NoteBox>
          <NoteBox tone="warn">PTR number is from 2025. A PTR is renewed every January.</NoteBox>
          <NoteBox
            tone="info"
            actions={
              <>
                <Button size="sm">Continue</Button>
                <Button size="sm" variant="ghost">
                  Discard
                </Button>
              </>
            }
          >
            A draft from 10:42 is kept.
          </NoteBox>
          <NoteBox tone="ok">All four permissions saved.</NoteBox>
          <NoteBox>Only the owner sees this.</NoteBox>
        </div>
      </Caption>
      <Caption name="More than three fields">
        <FormErrors
          problems={[
            { name: "number", message: "Admission number is required" },
            { name: "hospital", message: "Hospital is required" },
            { name: "name", message: "Patient name is required" },
            { name: "age", message: "Age must be a positive number" },
          ]}
        />
      </Caption>
      <Caption name="Offline, and long work">
        <ThinBar>Offline, showing data from 10:42</ThinBar>
        <div className="mt-3 grid gap-2 rounded-md border border-line bg-surface p-4">
          <p className="flex justify-between gap-3">
            <span className="font-medium">Exporting patients</span>
            <span className="text-sm text-ink-2 tabular-nums">6,200 of 10,000</span>
          </p>
          <Progress label="Exporting patients" value={0.62} />
          <span>
            <Button variant="ghost" size="sm" className="-ml-2.5">
              Cancel
            </Button>
          </span>
        </div>
      </Caption>
    </div>
  );
}
