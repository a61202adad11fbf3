import { FileSearch } from "lucide-react";
import { useEffect } from "react";
import { buttonClass } from "#web/ui/button-class.ts";
import { CutPaper } from "#web/ui/CutPaper.tsx";

export function NotFoundPage() {
  useEffect(() => {
    document.title = "Page Not Found - Klinika";
  }, []);
  return (
    <main className="grid min-h-dvh place-items-center px-5">
      <div className="grid justify-items-center gap-1 text-center">
        <CutPaper icon={<FileSearch />} />
        <h1 className="text-xl font-strong tracking-tight">Page Not Found</h1>
        <p className="text-ink-2">The address may be old or mistyped.</p>
        <a href="/dashboard" className={buttonClass({ className: "mt-3" })}>
          Back to Dashboard
        </a>
      </div>
    </main>
  );
}
