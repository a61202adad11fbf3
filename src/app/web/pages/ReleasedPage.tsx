import { useQueryClient } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { Suspense } from "react";
import { ExportSettings } from "#app/web/pages/settings/settings-parts.ts";
import type { CurrentUser } from "#features/accounts/contract.ts";
import { signOut } from "#web/data/session.tsx";
import { Button } from "#web/ui/Button.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { SkeletonCard } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";

/** The only page for the owner of a locked-out clinic: its export, which an administrator has released. */
export function ReleasedPage({ user }: { user: CurrentUser }) {
  const queries = useQueryClient();
  return (
    <main className="mx-auto grid min-h-dvh max-w-form content-start gap-5 px-4 py-8">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-strong wrap-anywhere">{user.clinic?.name}</h1>
        <Button icon={<LogOut />} onClick={() => void signOut(queries)}>
          Log out
        </Button>
      </header>
      <NoteBox tone="info">
        Your clinic's account is closed, and its data is released to you for a time. You can export and
        download it here. Records can be opened again once the account is.
      </NoteBox>
      <Suspense fallback={<Waiting skeleton={<SkeletonCard />} />}>
        <ExportSettings />
      </Suspense>
    </main>
  );
}
