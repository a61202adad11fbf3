import { Suspense } from "react";
import { PageTitle } from "#app/web/pages/shell/PageTitle.tsx";
import { usePageUser } from "#app/web/pages/shell/WithUser.tsx";
import { quickTexts } from "#features/quick-texts/contract.ts";
import { doctors } from "#features/staff/doctors-contract.ts";
import { PracticeFormSheets } from "#features/staff/web/PracticeForm.tsx";
import { fullName } from "#shared/formats/name-parts.ts";
import { useCall } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { QueryPending } from "#web/QueryPending.tsx";
import { DoctorLetter } from "#web/ui/DoctorLetter.tsx";
import { SkeletonCard } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { Tabs } from "#web/ui/frame/Tabs.tsx";
import { QuickTextSettings } from "./settings-parts.ts";

/** A doctor's own settings: what papers print, and quick texts. */
export function MyPractice() {
  const user = usePageUser();
  const can = useCan();
  const query = useCall(doctors, {});
  const own = query.data?.find(({ userId }) => userId === user.id);
  const facts = [fullName(user), own?.specialization].filter(Boolean).join(" · ");
  return (
    <>
      <PageTitle
        note={
          <>
            <span className="wrap-anywhere">{facts}</span>
            {own && user.doctors && (
              <>
                {" · "}
                <DoctorLetter letter={own.letter} /> <span className="sr-only">{own.letter}</span> in the
                queue
              </>
            )}
          </>
        }
      >
        My Practice
      </PageTitle>
      <Tabs
        label="My Practice"
        listClassName="mb-5"
        tabs={[
          {
            id: "credentials",
            label: "Credentials and papers",
            staysMounted: "once opened",
            content: own ? (
              <PracticeFormSheets key={own.id} doctor={own} />
            ) : (
              <Section flush>
                <QueryPending
                  query={query}
                  title="Failed to load your practice"
                  label="Loading your practice"
                  skeleton={<SkeletonCard />}
                />
              </Section>
            ),
          },
          ...(can(quickTexts)
            ? [
                {
                  id: "quick-text",
                  label: "Quick Text",
                  content: (
                    <Suspense fallback={<Waiting skeleton={<SkeletonCard />} />}>
                      <QuickTextSettings user={user} />
                    </Suspense>
                  ),
                },
              ]
            : []),
        ]}
      />
    </>
  );
}
