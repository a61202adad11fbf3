import { SharedWithMe } from "#features/referrals/web/SharedWithMe.tsx";
import { useDialogActions } from "./dialogs/use-dialogs.ts";
import { PageTitle } from "./shell/PageTitle.tsx";

export function SharedPage() {
  const dialogs = useDialogActions();
  return (
    <>
      <PageTitle>Shared with Me</PageTitle>
      <SharedWithMe onOpenPatient={(id) => dialogs.openRecord(id)} />
    </>
  );
}
