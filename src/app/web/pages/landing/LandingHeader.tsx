import { ChevronDown } from "lucide-react";
import { Suspense, useEffect, useRef, useState } from "react";
import { lazyPart } from "#web/lazy-part.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { Spinner } from "#web/ui/feedback/Spinner.tsx";
import { Wordmark } from "../shell/Brand.tsx";
import { ChapterLinks } from "./LandingChapter.tsx";

const LoginPanel = lazyPart(() => import("../sign-in/LoginPanel.tsx"), "LoginPanel");

export function LandingHeader() {
  return (
    <header className="relative z-header mx-auto flex h-15 max-w-306 items-center gap-3 px-5 md:h-17 md:gap-8 md:px-8">
      <Wordmark />
      <nav aria-label="Main" className="flex gap-6 max-md:hidden">
        <ChapterLinks className="font-medium text-ink-2 no-underline hover:text-ink" />
      </nav>
      <LoginDropdown />
    </header>
  );
}

/** Signs in without leaving the page. */
function LoginDropdown() {
  const [isOpen, setOpen] = useState(false);
  const wrap = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    const outside = (event: PointerEvent) => {
      const at = event.target instanceof Element ? event.target : null;
      const isToast = at?.closest("[data-sonner-toaster]");
      if (at && !isToast && !wrap.current?.contains(at)) setOpen(false);
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener("pointerdown", outside);
    document.addEventListener("keydown", closeOnEscape);
    return () => {
      document.removeEventListener("pointerdown", outside);
      document.removeEventListener("keydown", closeOnEscape);
    };
  }, [isOpen]);

  return (
    <div ref={wrap} className="relative ml-auto flex items-center gap-3">
      <button
        ref={button}
        type="button"
        data-early="landing-login"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        onPointerEnter={() => void LoginPanel.preload()}
        onFocus={() => void LoginPanel.preload()}
        className={buttonClass({ variant: "ghost" })}
      >
        Login
        <ChevronDown />
      </button>
      <a href="/dashboard?tab=sign-up" className={buttonClass({ className: "max-md:hidden" })}>
        Start Free Trial
      </a>
      {isOpen && (
        <div
          role="dialog"
          aria-label="Login"
          className="animate-rise rounded-lg bg-surface px-4 pt-3 pb-4.5 shadow-menu max-md:fixed max-md:inset-x-3 max-md:top-15 max-md:max-h-[calc(100dvh-4.5rem)] max-md:overflow-y-auto md:absolute md:top-11.5 md:right-0 md:w-87"
        >
          <Suspense
            fallback={
              <p role="status" className="flex min-h-40 items-center justify-center gap-2 text-ink-3">
                <Spinner />
                Loading...
              </p>
            }
          >
            <LoginPanel />
          </Suspense>
        </div>
      )}
    </div>
  );
}
