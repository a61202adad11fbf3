import { Users } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import {
  changeContacts,
  changeRelation,
  type Household,
  household,
  leaveHousehold,
  linkHousehold,
  type Member,
  type Proposal,
} from "#features/households/contract.ts";
import type { Patient } from "#features/patients/contract.ts";
import { ageSex } from "#shared/clinical/age.ts";
import { formatPhone } from "#shared/formats/phone.ts";
import { useCall, useEndpointMutation } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { useToday } from "#web/hooks/use-today.ts";
import { lazyPart } from "#web/lazy-part.ts";
import { QueryPending } from "#web/QueryPending.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { notify } from "#web/ui/overlays/notify.ts";
import type { Choosing } from "./choosing.ts";

const ContactsDialog = lazyPart(() => import("./ContactsDialog.tsx"), "ContactsDialog");
const RelationDialog = lazyPart(() => import("./RelationDialog.tsx"), "RelationDialog");

type Opened = { as: "contacts" } | { as: "link" } | { as: "relation"; of: Pick<Member, "id" | "relation"> };

const failed = (fallback: string) => ({ title: "Error", fallback });

/** Next of kin, guardian, and the patients of the same household, each opened in one press. */
export function FamilySheet({
  patient,
  onOpen,
  choosing,
}: {
  patient: Patient;
  onOpen: (id: number) => void;
  choosing: Choosing;
}) {
  const params = { id: String(patient.id) };
  const query = useCall(household, { params });
  const { data } = query;
  const can = useCan();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const link = useEndpointMutation(linkHousehold, {
    done: () => "Linked to the household",
    failed: failed("Failed to link the patient"),
  });
  const leave = useEndpointMutation(leaveHousehold, {
    done: null,
    failed: failed("Failed to leave the household"),
  });
  const linkTo = (id: number) =>
    void link.mutateAsync({ params, body: { patientId: id } }).catch(() => undefined);
  const onLeave = ({ members: [first], relation }: Household) =>
    void leave.mutateAsync({ params }).then(
      () =>
        notify({
          kind: "success",
          title: "Left the household",
          undo: () => {
            if (first)
              void link
                .mutateAsync({ params: { id: String(first.id) }, body: { patientId: patient.id, relation } })
                .catch(() => undefined);
          },
        }),
      () => undefined,
    );
  const mayLink = can(linkHousehold);
  return (
    <Section
      flush
      title="Family"
      actions={
        data && (
          <>
            {can(changeContacts) && (
              <Button size="sm" onClick={() => setOpened({ as: "contacts" })}>
                {data.nextOfKin || data.guardian ? "Change Contacts" : "Add Contacts"}
              </Button>
            )}
            {mayLink && (
              <Button
                size="sm"
                icon={<Users />}
                busy={link.isPending}
                onClick={() => setOpened({ as: "link" })}
              >
                Link Patient
              </Button>
            )}
          </>
        )
      }
    >
      {data ? (
        <>
          <Contacts family={data} onOpen={onOpen} />
          {data.members.length > 0 && (
            <ul aria-label="Household" className="border-t border-line first:border-t-0">
              {data.members.map((member) => (
                <Row
                  key={member.id}
                  of={member}
                  details={[member.relation, member.isArchived && "archived"]}
                  onOpen={onOpen}
                >
                  {can(changeRelation) && (
                    <Button
                      size="sm"
                      variant="ghost"
                      aria-label={`Relation of ${member.patientName}`}
                      onClick={() => setOpened({ as: "relation", of: member })}
                    >
                      Relation
                    </Button>
                  )}
                </Row>
              ))}
            </ul>
          )}
          {data.members.length > 0 && (
            <div className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-2 text-sm text-ink-3">
              <span className="min-w-0 flex-1 wrap-anywhere">
                {data.relation ? `This patient: ${data.relation}` : "Household of this patient"}
              </span>
              {can(changeRelation) && (
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label="Relation of this patient"
                  onClick={() =>
                    setOpened({ as: "relation", of: { id: patient.id, relation: data.relation } })
                  }
                >
                  Relation
                </Button>
              )}
              {can(leaveHousehold) && (
                <Button size="sm" variant="ghost" busy={leave.isPending} onClick={() => onLeave(data)}>
                  Leave Household
                </Button>
              )}
            </div>
          )}
          {data.proposals.length > 0 && (
            <ul aria-label="Same address and phone" className="border-t border-line first:border-t-0">
              {data.proposals.map((proposal) => (
                <Row key={proposal.id} of={proposal} details={["Same address and phone"]} onOpen={onOpen}>
                  {mayLink && (
                    <Button
                      size="sm"
                      aria-label={`Link ${proposal.patientName}`}
                      busy={link.isPending}
                      onClick={() => linkTo(proposal.id)}
                    >
                      Link
                    </Button>
                  )}
                </Row>
              ))}
            </ul>
          )}
          {!data.nextOfKin && !data.guardian && data.members.length === 0 && data.proposals.length === 0 && (
            <Empty
              icon={<Users />}
              title="No family recorded."
              why="Next of kin, a child's guardian, and household members."
            />
          )}
        </>
      ) : (
        <QueryPending
          query={query}
          title="Failed to load the family"
          skeleton={<SkeletonRows rows={2} initials={false} />}
          label="Loading the family"
        />
      )}
      <Suspense fallback={null}>
        {opened?.as === "contacts" && data && (
          <ContactsDialog patient={patient} family={data} choosing={choosing} onClose={close} />
        )}
        {opened?.as === "relation" && (
          <RelationDialog patientId={opened.of.id} relation={opened.of.relation} onClose={close} />
        )}
        {opened?.as === "link" &&
          choosing({
            why: "This patient and the chosen one become one household.",
            onChosen: (id) => {
              close();
              linkTo(id);
            },
            onClose: close,
          })}
      </Suspense>
    </Section>
  );
}

function Contacts({
  family: { guardian, nextOfKin },
  onOpen,
}: {
  family: Household;
  onOpen: (id: number) => void;
}) {
  if (!guardian && !nextOfKin) return null;
  const linkedId = guardian?.patientId ?? null;
  return (
    <dl className="grid gap-x-4 gap-y-2 px-4 py-3 md:grid-cols-2">
      {guardian && (
        <div className="min-w-0">
          <dt className="text-sm text-ink-3">Guardian</dt>
          <dd className="wrap-anywhere">
            {linkedId === null ? (
              guardian.name
            ) : (
              <Button variant="link" className="print:inline-flex!" onClick={() => onOpen(linkedId)}>
                {guardian.name}
              </Button>
            )}
            <Details of={guardian} />
          </dd>
        </div>
      )}
      {nextOfKin && (
        <div className="min-w-0">
          <dt className="text-sm text-ink-3">Next of kin</dt>
          <dd className="wrap-anywhere">
            {nextOfKin.name}
            <Details of={nextOfKin} />
          </dd>
        </div>
      )}
    </dl>
  );
}

const Details = ({ of: { relation, phone } }: { of: { relation: string | null; phone: string | null } }) =>
  (relation || phone) && (
    <span className="block text-sm text-ink-3 tabular-nums">
      {relation}
      {relation && phone && " · "}
      {phone && <a href={`tel:${phone}`}>{formatPhone(phone)}</a>}
    </span>
  );

function Row({
  of,
  details,
  onOpen,
  children,
}: {
  of: Proposal;
  details: (string | null | false)[];
  onOpen: (id: number) => void;
  children: ReactNode;
}) {
  const today = useToday();
  return (
    <li className="flex items-center gap-2 border-line px-4 py-1.5 not-first:border-t">
      <button
        type="button"
        onClick={() => onOpen(of.id)}
        className="min-h-touch min-w-0 flex-1 rounded-md text-left hover:bg-paper focus-visible:-outline-offset-2"
      >
        <b className="block font-medium wrap-anywhere">{of.patientName}</b>
        <span className="block text-sm text-ink-3 tabular-nums wrap-anywhere">
          {[ageSex(of, today), ...details].filter(Boolean).join(" · ")}
        </span>
      </button>
      <span data-print="no">{children}</span>
    </li>
  );
}
