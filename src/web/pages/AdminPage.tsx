import { useQueryClient } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { useEffect } from "react";
import type { CurrentUser } from "#features/accounts/contract.ts";
import { roleNames } from "#web/home-of-role.ts";
import { signOut } from "#web/session.tsx";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Section } from "#web/ui/Section.tsx";
import { Wordmark } from "./Brand.tsx";
import { PageTitle } from "./PageTitle.tsx";
import { WithUser } from "./WithUser.tsx";

export function AdminPage() {
  return <WithUser allowed={["admin"]}>{(user) => <AdminHome user={user} />}</WithUser>;
}

/** Who is signed in as the platform's administrator. */
function AdminHome({ user }: { user: CurrentUser }) {
  const queries = useQueryClient();
  useEffect(() => {
    document.title = "Admin Dashboard - Klinika";
  }, []);
  return (
    <div className="mx-auto max-w-290 px-gutter">
      <header className="flex h-header items-center justify-between border-b border-line">
        <Wordmark />
        <Button
          icon={<LogOut aria-hidden="true" className="size-4" strokeWidth={1.75} />}
          onClick={() => signOut(queries)}
        >
          Log out
        </Button>
      </header>
      <main id="main" className="pt-6 pb-16">
        <PageTitle>Admin Dashboard</PageTitle>
        <Section title="Signed in" note={<Badge>{roleNames[user.role]}</Badge>}>
          <p className="font-medium">{`${user.firstName} ${user.lastName}`.trim() || user.email}</p>
          <p className="text-ink-2">{user.email}</p>
        </Section>
      </main>
    </div>
  );
}
