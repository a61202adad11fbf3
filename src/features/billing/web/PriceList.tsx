import { Plus, Tags } from "lucide-react";
import { useState } from "react";
import { addService, changeService, listServices, type Service } from "#features/billing/contract.ts";
import { formatMoney } from "#shared/formats/money.ts";
import { useCall, useEndpointMutation } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { QueryList } from "#web/QueryList.tsx";
import { UseButtons } from "#web/UseButtons.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { holdFocus } from "#web/ui/hold-focus.ts";
import { ServiceDialog } from "./ServiceDialog.tsx";

/** The clinic's services and prices. */
export function PriceList() {
  const query = useCall(listServices, {});
  const can = useCan();
  const [open, setOpen] = useState<{ service: Service | null } | null>(null);
  const change = useEndpointMutation(changeService, {
    done: "Service saved",
    failed: { title: "Error", fallback: "Failed to save the service" },
  });
  return (
    <Section
      flush
      title="Price list"
      actions={
        can(addService) && (
          <Button size="sm" icon={<Plus />} onClick={() => setOpen({ service: null })}>
            Add Service
          </Button>
        )
      }
    >
      <p className="border-b border-line px-4 py-3 text-sm text-ink-2">
        Each service is one press away when a bill is made. A price that you change applies to new bills only.
      </p>
      <QueryList
        query={query}
        title="Failed to load the price list"
        skeleton={<SkeletonRows rows={3} initials={false} />}
        empty={
          <Empty
            icon={<Tags />}
            title="No services yet"
            why="Add what you charge for: Consultation, Follow-up, ECG."
          />
        }
      >
        {(services) => (
          <ul ref={holdFocus} aria-label="Services">
            {services.map((service) => (
              <li
                key={service.id}
                className="flex min-h-13 flex-wrap items-center justify-end gap-x-3 gap-y-1 border-t border-line px-4 py-2 first:border-t-0"
              >
                <span className="min-w-0 flex-1 wrap-anywhere max-md:basis-full">
                  <span className={service.isActive ? "font-medium" : "text-ink-2"}>{service.name}</span>
                  {!service.isActive && <span className="block text-sm text-ink-3">No longer used</span>}
                </span>
                <span className="tabular-nums max-md:mr-auto">{formatMoney(service.amount)}</span>
                {can(changeService) && (
                  <UseButtons
                    name={service.name}
                    isActive={service.isActive}
                    onUse={(isActive) =>
                      change.mutate({ params: { id: String(service.id) }, body: { isActive } })
                    }
                    onEdit={() => setOpen({ service })}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryList>
      {open && <ServiceDialog service={open.service} onClose={() => setOpen(null)} />}
    </Section>
  );
}
