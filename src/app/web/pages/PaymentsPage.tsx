import { Lock } from "lucide-react";
import { dayCount } from "#features/billing/contract.ts";
import { IfCan } from "#web/data/session.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { PaymentsBoard } from "./PaymentsBoard.tsx";
import { ClinicShell } from "./shell/ClinicShell.tsx";
import { PageTitle } from "./shell/PageTitle.tsx";
import { WithUser } from "./shell/WithUser.tsx";

export function PaymentsPage() {
  return (
    <WithUser allowed={["owner", "staff", "secretary"]}>
      {(user) => (
        <ClinicShell user={user} path="/payments" hasPrimary>
          {() => (
            <IfCan
              do={dayCount}
              otherwise={
                <>
                  <PageTitle>Payments</PageTitle>
                  <Section flush>
                    <Empty
                      icon={<Lock />}
                      level={2}
                      title="Access Restricted"
                      why="You don't have permission to take payments."
                    />
                  </Section>
                </>
              }
            >
              <PaymentsBoard />
            </IfCan>
          )}
        </ClinicShell>
      )}
    </WithUser>
  );
}
