import { Wordmark } from "./Brand.tsx";

/** What is kept, why, how long, and whom to ask. */
export function PrivacyText() {
  return (
    <div className="mx-auto max-w-180 px-gutter pb-16">
      <header className="py-5">
        <Wordmark />
      </header>
      <main id="main">
        <h1 className="text-2xl font-strong tracking-tight">Privacy</h1>
      </main>
    </div>
  );
}
