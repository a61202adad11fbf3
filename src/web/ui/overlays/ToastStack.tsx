import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import { type CSSProperties, type FocusEvent, useEffect, useRef } from "react";
import { Toaster as Sonner, toast } from "sonner";
import { deviceTime } from "#web/clock.ts";
import { Button } from "../Button.tsx";
import { cx } from "../cx.ts";
import { IconButton } from "../IconButton.tsx";
import { type Notice, setToaster, type ToastKind } from "./notify.ts";

const DURATION = 5000;

const looks: Record<ToastKind, { Icon: typeof Info; className: string }> = {
  success: { Icon: CircleCheck, className: "text-ok-solid" },
  error: { Icon: CircleAlert, className: "text-bad-solid" },
  warning: { Icon: TriangleAlert, className: "text-warn-solid" },
  info: { Icon: Info, className: "text-info-solid" },
};

type Shown = { notice: Notice; endsAt: number; isOver: () => boolean; hide: () => void };

let current: Shown | undefined;
/** Replaced before their time was over. */
let interrupted: Shown[] = [];

/** Puts a toast on the stack; the previous one ends, or comes back afterwards. */
function showToast(notice: Notice): void {
  const { title, description, kind = "success", undo, undoLabel, until, onEnd, duration } = notice;
  const before = current;
  current = undefined;
  if (before && !before.isOver() && (before.notice.until || before.notice.duration)) interrupted.push(before);
  before?.hide();
  avoidDialogButtons();
  let isOver = false;
  const finish = (how: (() => void) | undefined) => {
    if (!isOver) how?.();
    isOver = true;
  };
  const end = () => {
    finish(onEnd);
    if (current !== shown) return;
    current = undefined;
    const now = deviceTime();
    interrupted = interrupted.filter(({ endsAt }) => endsAt > now);
    const next = interrupted.pop();
    if (next) showToast({ ...next.notice, duration: next.endsAt - now });
  };
  const id = toast.custom(
    (toastId) => (
      <ToastCard
        title={title}
        description={description}
        kind={kind}
        undoLabel={undoLabel}
        onUndo={
          undo &&
          (() => {
            finish(undo);
            toast.dismiss(toastId);
          })
        }
        onDismiss={() => hide()}
      />
    ),
    {
      duration: until ? Number.POSITIVE_INFINITY : (duration ?? DURATION),
      onDismiss: end,
      onAutoClose: end,
    },
  );
  const hide = () => {
    finish(onEnd);
    toast.dismiss(id);
  };
  const endsAt = duration ? deviceTime() + duration : Number.POSITIVE_INFINITY;
  const shown = { notice, endsAt, isOver: () => isOver, hide };
  current = shown;
  void until?.then(() => {
    interrupted = interrupted.filter((other) => other.notice !== notice);
    hide();
  });
}

interface ToastCardProps {
  title: string;
  description?: string | undefined;
  kind: ToastKind;
  onUndo?: (() => void) | undefined;
  undoLabel?: string | undefined;
  onDismiss: () => void;
}

/** The appearance of one toast. */
export function ToastCard({
  title,
  description,
  kind,
  onUndo,
  undoLabel = "Undo",
  onDismiss,
}: ToastCardProps) {
  const { Icon, className } = looks[kind];
  const focusedBefore = useRef<HTMLElement>(null);
  const noteFocus = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
      focusedBefore.current = relatedTarget;
  };
  /** The pressed button goes with the toast; the focus returns to where it was, or to the page. */
  const leaveFocus = (press: () => void) => () => {
    press();
    const back = focusedBefore.current?.isConnected ? focusedBefore.current : document.getElementById("main");
    back?.focus({ preventScroll: true });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: notes from where the focus came; the buttons are the controls
    <div
      role={kind === "error" ? "alert" : "status"}
      onFocus={noteFocus}
      className="flex w-full max-w-full flex-wrap items-start gap-x-2.5 rounded-md bg-surface py-2.5 pr-2 pl-3.5 font-sans text-md text-ink shadow-menu md:w-100"
    >
      <Icon className={cx("mt-1.25 size-4.5 shrink-0", className)} />
      <div className="min-w-0 flex-1 basis-40 py-1">
        <p className="font-strong">{title}</p>
        {description !== undefined && <p className="text-sm/4.5 text-ink-2">{description}</p>}
      </div>
      <div className="ml-auto flex items-center gap-0.5">
        {onUndo && (
          <Button
            variant="ghost"
            size="sm"
            onClick={leaveFocus(onUndo)}
            className="font-strong text-brand-text!"
          >
            {undoLabel}
          </Button>
        )}
        <IconButton size="sm" label="Dismiss" icon={<X />} onClick={leaveFocus(onDismiss)} />
      </div>
    </div>
  );
}

/** px from the window's bottom within which a toast, above a phone's bottom bar, would cover a dialog's buttons. */
const REACH = 200;

/** Moves toasts above the buttons of the open dialog. */
function avoidDialogButtons(): void {
  const last = [...document.querySelectorAll("[data-dialog-foot]")].at(-1);
  // In a low window the footer has no box of its own: its main button sticks.
  const stuck = last && getComputedStyle(last).display === "contents" ? last.lastElementChild : last;
  const foot = stuck?.getBoundingClientRect();
  const isUnder = foot !== undefined && foot.bottom > window.innerHeight - REACH;
  const room = isUnder ? window.innerHeight - foot.top + 12 : 0;
  document.documentElement.style.setProperty("--toast-room", `${Math.round(room)}px`);
}

/** The toaster: at the bottom, centered, above the bottom bar and a dialog's buttons. */
export function ToastStack() {
  useEffect(() => {
    // A dialog grows while its content loads and when a field gets an error.
    const sizes = new ResizeObserver(avoidDialogButtons);
    const watch = () => {
      sizes.disconnect();
      for (const dialog of document.querySelectorAll("body > [role$=dialog]")) sizes.observe(dialog);
      avoidDialogButtons();
    };
    // Dialogs are added and removed as children of the body.
    const dialogs = new MutationObserver(watch);
    dialogs.observe(document.body, { childList: true });
    watch();
    return () => {
      dialogs.disconnect();
      sizes.disconnect();
    };
  }, []);
  // After sonner has mounted: it drops earlier toasts.
  useEffect(() => {
    const leave = setToaster(showToast);
    return () => {
      leave();
      interrupted = [];
    };
  }, []);
  return (
    <Sonner
      position="bottom-center"
      visibleToasts={1}
      gap={8}
      offset={{ bottom: "max(24px, var(--toast-room, 0px))" }}
      mobileOffset={{
        bottom: "max(calc(var(--bottom-bar) + 12px), var(--toast-room, 0px))",
        left: 16,
        right: 16,
      }}
      // An open dialog disables the pointer outside it; Undo can still be pressed.
      toastOptions={{ unstyled: true, className: "w-full md:w-auto pointer-events-auto" }}
      style={{ "--width": "25rem", zIndex: 70 } as CSSProperties}
      containerAriaLabel="Messages"
    />
  );
}
