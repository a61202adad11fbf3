import { Pencil, Pill } from "lucide-react";
import { Suspense, useState } from "react";
import { changeMedicine, type Medicine, medicines } from "#features/clinical-lists/contract.ts";
import { medicineStateLabels } from "#features/clinical-lists/words.ts";
import { ConfidentialBadge } from "#web/clinical/ConfidentialBadge.tsx";
import { useCall } from "#web/data/calls.ts";
import { IfCan } from "#web/data/session.tsx";
import { lazyPart } from "#web/lazy-part.ts";
import { QueryList } from "#web/QueryList.tsx";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { dotted, medicineDetails } from "./recorded.ts";
import { medicineKey } from "./strip-rows.ts";

const ListDialogs = lazyPart(() => import("./ListDialogs.tsx"), "ListDialogs");

/** What the patient takes now, then what was taken before. */
export function MedicinesSheet({ patientId }: { patientId: number }) {
  const query = useCall(medicines, { params: { id: String(patientId) } });
  const [isOpen, setOpen] = useState(false);
  return (
    <Section
      flush
      title="Medicines"
      actions={
        <IfCan do={changeMedicine}>
          <Button
            size="sm"
            icon={<Pencil />}
            aria-label="Change the list of medicines"
            onClick={() => setOpen(true)}
          >
            Change
          </Button>
        </IfCan>
      }
    >
      <QueryList
        query={query}
        title="Failed to load the medicines"
        label="Loading medicines"
        skeleton={<SkeletonRows rows={2} initials={false} />}
        rowsOf={(rows) => rows.filter(({ state }) => state !== "entered_in_error")}
        empty={
          <Empty
            icon={<Pill />}
            title="No medicines recorded"
            why="Prescribed medicines appear here by themselves, for as many days as they are given."
          />
        }
      >
        {(rows) => (
          <ul aria-label="Medicines">
            {rows.map((medicine) => (
              <Row key={medicineKey(medicine)} medicine={medicine} />
            ))}
          </ul>
        )}
      </QueryList>
      <Suspense fallback={null}>
        {isOpen && <ListDialogs list="medicines" patientId={patientId} onClose={() => setOpen(false)} />}
      </Suspense>
    </Section>
  );
}

function Row({ medicine }: { medicine: Medicine }) {
  const { generic, dose, state } = medicine;
  const isNow = state === "active";
  return (
    <li className="border-t border-line px-4 py-2 first:border-t-0">
      <span className={cx("block wrap-anywhere", isNow ? "font-medium" : "text-ink-2")}>
        {[generic, dose].filter(Boolean).join(" ")} <ConfidentialBadge of={medicine} />
      </span>
      <span className="block text-sm text-ink-3 wrap-anywhere">
        {dotted([...medicineDetails(medicine), !isNow && state !== "stopped" && medicineStateLabels[state]])}
      </span>
    </li>
  );
}
