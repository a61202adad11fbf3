import { BriefcaseBusiness, Check, Ellipsis, Pencil } from "lucide-react";
import { Suspense, useState } from "react";
import { changeVisitor, type Visitor } from "#features/visits/contract.ts";
import { formatClock } from "#shared/formats/dates.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { lazyPart } from "#web/lazy-part.ts";
import { Button } from "#web/ui/Button.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { Menu } from "#web/ui/overlays/Menu.tsx";
import { notify } from "#web/ui/overlays/notify.ts";

const VisitorDialog = lazyPart(() => import("./VisitorDialog.tsx"), "VisitorDialog");

const moves = { seen: "Seen", left: "Went home" } as const;

/** Who waits without being a patient, each with Seen and a menu. */
export function VisitorRows({ visitors }: { visitors: readonly Visitor[] }) {
  const can = useCan();
  const change = useEndpointMutation(changeVisitor, {
    done: null,
    failed: { title: "Error", fallback: "The visitor could not be changed" },
    invalidatesOnError: true,
  });
  const [corrected, setCorrected] = useState<Visitor | null>(null);
  const move = async ({ id, name }: Visitor, state: keyof typeof moves) => {
    const params = { id: String(id) };
    const moved = await change.mutateAsync({ params, body: { state } }).catch(() => null);
    if (moved)
      notify({
        kind: "success",
        title: moves[state],
        description: name,
        undo: () => change.mutate({ params, body: { state: "waiting" } }),
      });
  };
  return (
    <>
      <ul aria-label="Other visitors">
        {visitors.map((visitor) => (
          <li
            key={visitor.id}
            data-print="whole"
            className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-4 py-3 md:min-h-14.5 md:flex-nowrap md:py-2.25"
          >
            <span className="w-9 shrink-0 text-right text-xl text-ink-3 max-md:self-start max-md:text-left">
              <BriefcaseBusiness className="inline" aria-hidden="true" />
            </span>
            <div className="min-w-0 flex-1 max-md:basis-[calc(100%-7.5rem)]">
              <p className="font-strong text-balance wrap-anywhere">{visitor.name}</p>
              {visitor.reason && <p className="text-sm text-ink-2 wrap-anywhere">{visitor.reason}</p>}
            </div>
            <p className="shrink-0 text-sm text-ink-3 tabular-nums max-md:order-last max-md:flex-1 max-md:text-right">
              since {formatClock(visitor.arrivedAt)}
            </p>
            {can(changeVisitor) && (
              <>
                <span className="max-md:order-8 max-md:pl-12" data-print="no">
                  <Button
                    size="sm"
                    icon={<Check />}
                    aria-label={`Seen ${visitor.name}`}
                    busy={change.isPending && change.variables.params.id === String(visitor.id)}
                    onClick={() => void move(visitor, "seen")}
                    className="max-md:min-h-touch"
                  >
                    Seen
                  </Button>
                </span>
                <span
                  className="shrink-0 max-md:-mt-2 max-md:-mr-2.5 max-md:self-start md:-ml-2"
                  data-print="no"
                >
                  <Menu
                    trigger={
                      <IconButton label={`Actions for ${visitor.name}`} size="sm" icon={<Ellipsis />} />
                    }
                    title={visitor.name}
                    items={[
                      { label: "Went home", onSelect: () => void move(visitor, "left") },
                      {
                        label: "Name or reason",
                        icon: <Pencil />,
                        onSelect: () => setCorrected(visitor),
                      },
                    ]}
                  />
                </span>
              </>
            )}
          </li>
        ))}
      </ul>
      <Suspense fallback={null}>
        {corrected && <VisitorDialog visitor={corrected} onClose={() => setCorrected(null)} />}
      </Suspense>
    </>
  );
}
