import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import {
  type FormEventHandler,
  type KeyboardEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from "react";
import { isPressed } from "#web/shortcuts.ts";
import { cx } from "../cx.ts";
import { SkeletonRows } from "../feedback/Skeleton.tsx";
import { Waiting } from "../feedback/Waiting.tsx";
import { IconButton } from "../IconButton.tsx";
import { focusFirstField } from "../inputs/first-field.ts";
import { rememberOpeners, returnFocus, tieOpeners } from "./opener.ts";

type DialogSize = "sm" | "md" | "lg" | "wide" | "visit" | "sheet" | "drawer";

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /**
   * sm 440, md 560, lg 720, wide 1120 px; `visit` 1080 and `sheet` 1240 px, as tall as the screen allows; `drawer` is
   * for Drawer.
   */
  size?: DialogSize | undefined;
  /** Stays a small box on phones too, for a confirmation. Others fill the screen. */
  compact?: boolean | undefined;
  /** The title is a patient's name, shown with the folder tab. */
  titleIsPatient?: boolean | undefined;
  /**
   * The title is for screen readers only; the children contain the first line, with a way to close. Aligned to the top.
   */
  bare?: boolean | undefined;
  /**
   * Aligned to the top: where results change the height, a centered dialog would move its buttons from under the
   * pointer.
   */
  atTop?: boolean | undefined;
  /** At the right of the title: "Step 2 of 3". */
  head?: ReactNode;
  /**
   * Below the title, above the scrolling body: a PatientHeader, wizard steps. In a low window it scrolls with the body
   * if there is a footer, which stays in place. So it does on a small phone in a `visit` or a `sheet` with a description,
   * which names the patient.
   */
  patient?: ReactNode;
  foot?: ReactNode;
  /** At the left of the footer: "Draft saved 10:42". */
  footNote?: ReactNode;
  /** Makes body and foot one form; Ctrl+Enter sends it. */
  onSubmit?: FormEventHandler<HTMLFormElement> | undefined;
  /** Called before Esc, the cross or a click outside closes; false keeps the dialog open. */
  mayClose?: (() => boolean | Promise<boolean>) | undefined;
  /** A press outside closes; off by default with `onSubmit`, so that typed text is not lost. */
  closeOutside?: boolean | undefined;
  /** No close button, no Esc: only the footer's buttons close it. */
  locked?: boolean | undefined;
  role?: "dialog" | "alertdialog" | undefined;
  bodyClassName?: string | undefined;
  /** For a body without a focusable element: it is focusable itself, so that the keys can scroll it. */
  bodyLabel?: string | undefined;
  children: ReactNode;
}

/** A dialog: focuses its first field, traps the focus, and returns it to the opener. */
export function Dialog(props: DialogProps) {
  const { open, onClose, mayClose } = props;
  // Read while rendering: in an effect, the dialog that opened this one would already be gone.
  const [opening, setOpening] = useState({ open, openers: open ? rememberOpeners() : [] });
  if (open !== opening.open) setOpening({ open, openers: open ? rememberOpeners() : opening.openers });
  const close = async () => {
    if (mayClose === undefined || (await mayClose())) onClose();
  };
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && void close()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-dialog animate-appear bg-scrim" data-print="no" />
        <Panel {...props} openers={opening.openers} />
      </Radix.Portal>
    </Radix.Root>
  );
}

const sizes: Record<DialogSize, string> = {
  sm: "md:max-w-110",
  md: "md:max-w-140",
  lg: "md:max-w-180",
  wide: "md:max-w-280",
  visit: "md:max-w-270 md:max-h-195",
  sheet: "md:max-w-310 md:max-h-195",
  drawer: "",
};

const boxed =
  "fixed z-dialog flex flex-col bg-surface outline-none animate-rise " +
  "md:inset-x-6 md:mx-auto md:rounded-lg md:shadow-dialog";
const centred =
  "md:top-1/2 md:max-h-[calc(100dvh-3rem)] md:-translate-y-1/2 md:short:max-h-[calc(100dvh-1rem)]";
/** What stands at the right of the body's form has a place of its own, and the buttons do not move from step to step. */
const tall = "md:top-1/2 md:h-[calc(100dvh-2rem)] md:-translate-y-1/2";
const hanging = "md:top-[12dvh] md:max-h-[76dvh]";
const wholeScreen =
  "max-md:inset-x-0 max-md:bottom-0 max-md:top-(--bar-top,0px) max-md:h-[calc(100dvh-var(--bar-top,0px))]";
const smallBox =
  "max-md:inset-x-4 max-md:top-1/2 max-md:max-h-[calc(100dvh-2rem)] max-md:-translate-y-1/2 max-md:rounded-lg max-md:shadow-dialog";

/** In a low window everything but the footer scrolls: a long name with its allergies would leave no room for the form. */
const scrollsWhole =
  "short:block short:overflow-y-auto short:overscroll-contain short:scroll-pt-4 short:scroll-pb-36";

/**
 * In a still lower window, such as at 400 % zoom or above a phone's keyboard, everything scrolls but the main button of
 * the footer, which is the last one.
 */
const scrollsAll =
  "low:flex! low:flex-row low:flex-wrap low:content-start low:overflow-y-auto low:overscroll-contain low:scroll-pt-12 low:scroll-pb-20 " +
  "low:*:basis-full low:[&>form]:contents low:[&>form>*]:basis-full";
/** The footer's parts become parts of the dialog. */
const loosened =
  "low:contents low:[&>*]:my-2 low:[&>*]:ml-4 low:[&>button:last-child]:sticky low:[&>button:last-child]:bottom-0 low:[&>button:last-child]:z-1 low:[&>button:last-child]:mx-0! low:[&>button:last-child]:my-0! low:[&>button:last-child]:basis-full! low:[&>button:last-child]:rounded-none low:[&>button:last-child]:order-last";

const drawer =
  "fixed z-dialog flex flex-col bg-surface outline-none shadow-dialog max-md:inset-x-0 max-md:bottom-0 max-md:max-h-[92dvh] max-md:rounded-t-lg max-md:animate-from-bottom " +
  "md:inset-y-0 md:right-0 md:w-110 md:max-w-[90vw] md:rounded-l-lg md:animate-from-right";

/** Mounted only while open. */
function Panel({
  title,
  description,
  size = "md",
  compact,
  titleIsPatient,
  bare,
  atTop,
  head,
  patient,
  foot,
  footNote,
  onSubmit,
  closeOutside = onSubmit === undefined,
  locked,
  role = "dialog",
  bodyClassName,
  bodyLabel,
  children,
  openers,
}: DialogProps & { openers: readonly HTMLElement[] }) {
  const panel = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const stopWaiting = useRef<() => void>(undefined);
  useEffect(() => {
    if (panel.current) tieOpeners(panel.current, openers);
    return () => stopWaiting.current?.();
  }, [openers]);

  useEffect(() => {
    // A phone's keyboard has opened: the field in which is typed stays in sight, with its label.
    const keepInSight = () => {
      const { activeElement } = document;
      if (activeElement?.matches("input, textarea, select") && panel.current?.contains(activeElement))
        activeElement.scrollIntoView({ block: "nearest" });
    };
    window.addEventListener("resize", keepInSight);
    return () => window.removeEventListener("resize", keepInSight);
  }, []);

  const isTall = size === "visit" || size === "sheet";
  const isWhole = patient !== undefined && foot !== undefined && size !== "drawer" && !compact;
  const inner = (
    <>
      <div
        ref={body}
        data-print="unclipped"
        {...(bodyLabel && { tabIndex: 0, role: "region", "aria-label": bodyLabel })}
        className={cx(
          // A focused field scrolls into view with its label above and its message below.
          "min-h-0 flex-1 scroll-py-16 overflow-y-auto overscroll-contain focus-visible:-outline-offset-2",
          !bare && "p-4 md:p-5",
          bodyClassName,
          isWhole && "short:overflow-visible",
          "low:overflow-visible low:min-h-auto",
        )}
      >
        {/* Loading content suspends in here: if the whole dialog suspended, it would lose its focus trap. */}
        <Suspense fallback={<Waiting skeleton={<SkeletonRows rows={4} />} />}>{children}</Suspense>
      </div>
      {(foot !== undefined || footNote !== undefined) && (
        <div
          data-dialog-foot=""
          className={cx(
            "flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-line bg-surface px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] max-md:[&>button:last-child]:flex-1 max-[24rem]:[&>button]:px-2 md:px-5",
            size === "drawer" ? "md:rounded-bl-lg" : "md:rounded-b-lg",
            compact && "rounded-b-lg",
            isWhole && "short:sticky short:bottom-0 short:z-1",
            loosened,
          )}
        >
          {footNote !== undefined && (
            <div className="mr-auto flex items-center gap-2 text-sm text-ink-3 max-md:w-full">{footNote}</div>
          )}
          {foot}
        </div>
      )}
    </>
  );

  return (
    <Radix.Content
      ref={panel}
      role={role}
      data-under-head={isTall && description ? "" : undefined}
      {...(description === undefined ? { "aria-describedby": undefined } : {})}
      className={cx(
        size === "drawer"
          ? drawer
          : cx(
              boxed,
              isTall ? tall : bare || atTop ? hanging : centred,
              compact ? smallBox : wholeScreen,
              sizes[size],
              isWhole && scrollsWhole,
            ),
        scrollsAll,
      )}
      onFocus={({ target }) => scrollToFocus(target)}
      // Also while the focus is on the head, or on the panel because the focused field was removed.
      onKeyDown={(event) => sendOnCtrlEnter(event, form.current)}
      // Not earlier: until here a dialog below traps the focus, and would take it back.
      onOpenAutoFocus={(event) => {
        event.preventDefault();
        if (panel.current && body.current) stopWaiting.current = focusFirstField(panel.current, body.current);
      }}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        returnFocus(openers);
      }}
      onPointerDownOutside={(event) => {
        if (!closeOutside || locked || isToast(event.target)) event.preventDefault();
      }}
      onFocusOutside={(event) => isToast(event.target) && event.preventDefault()}
      onEscapeKeyDown={(event) => (locked || hasOpenList(event.target)) && event.preventDefault()}
    >
      <header
        className={cx(
          bare ? "sr-only" : "flex shrink-0 items-start gap-3",
          "border-b border-line px-4 py-3 md:px-5 md:py-4",
          patient !== undefined && "border-b-0 pb-2 md:pb-2",
          isTall && "md:pt-2.5",
          titleIsPatient && "spine mt-2 pt-1 pl-3.25 md:pt-1 md:pl-4.25",
        )}
      >
        <div className="min-w-0 flex-1">
          <Radix.Title className="font-strong text-balance text-title tracking-snug">{title}</Radix.Title>
          {description !== undefined && (
            <Radix.Description className="mt-0.5 text-sm text-ink-2">{description}</Radix.Description>
          )}
        </div>
        {head !== undefined && (
          // As high as the title's line, however large a link in it is as a touch target.
          <div className="flex h-6 items-center gap-2 self-start text-sm text-ink-3">{head}</div>
        )}
        {!locked && !bare && (
          <Radix.Close asChild>
            <IconButton label="Close" size="sm" icon={<X />} className="-my-1 -mr-2 max-md:-my-2.5" />
          </Radix.Close>
        )}
      </header>
      {patient !== undefined && <div className="shrink-0 border-b border-line">{patient}</div>}
      {onSubmit ? (
        <form
          ref={form}
          noValidate
          // Without a box of its own, so that the foot stays also where the head alone fills the window.
          className={cx("flex min-h-0 flex-1 flex-col low:contents", isWhole && "short:contents")}
          onSubmit={(event) => {
            // Submitting by keyboard does not respect the button's busy state.
            if (event.currentTarget.querySelector("button[type=submit][aria-busy=true]"))
              event.preventDefault();
            else onSubmit(event);
          }}
        >
          {inner}
        </form>
      ) : (
        inner
      )}
    </Radix.Content>
  );
}

/** The focus trap moves the focus from the last element to the first without scrolling. */
function scrollToFocus(focused: Element) {
  const { top, bottom } = focused.getBoundingClientRect();
  if (bottom < 0 || top > window.innerHeight) focused.scrollIntoView({ block: "nearest" });
}

function sendOnCtrlEnter(event: KeyboardEvent<HTMLElement>, form: HTMLFormElement | null) {
  if (!form || !isPressed(event, "save")) return;
  // A key in a dialog that was opened from here also bubbles up here.
  if (!event.currentTarget.contains(event.target as Node)) return;
  event.preventDefault();
  form.requestSubmit();
}

/** Undo in a toast can be pressed while a dialog is open, and does not close it. */
function isToast(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[data-sonner-toaster]") !== null;
}

/** Whether Esc closes a field's list, before it closes the surrounding dialog. */
function hasOpenList(target: EventTarget | null): boolean {
  if (!(target instanceof Element) || target.getAttribute("aria-haspopup") !== "listbox") return false;
  const list = document.getElementById(target.getAttribute("aria-controls") ?? "");
  return list !== null && !list.hidden;
}
