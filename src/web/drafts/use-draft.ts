import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { timeNow } from "#web/clock.ts";
import { newKey } from "#web/data/api.ts";
import type { Attempt, AttemptRef } from "#web/data/calls.ts";
import { useCurrentUser } from "#web/data/session.tsx";
import { notify } from "#web/ui/overlays/notify.ts";
import { draftKeyOf } from "./draft-lock.ts";
import {
  canStoreDrafts,
  type DraftScope,
  draftsOf,
  dropDrafts,
  type SavedDraft,
  storeDraft,
} from "./draft-store.ts";
import { type DraftedForm, type Typed, typedInto, typeInto } from "./drafted-form.ts";
import { livingDrafts, lockDraft } from "./living-drafts.ts";

const pauseMs = 500;
/** Typing without a pause loses no more than this, plus the time to write. */
const longestMs = 800;

type Content = { typed: Typed[]; also: unknown; act: Attempt | null };

export type DraftOptions = {
  /** The form's own name: a draft of one form is never offered in another. */
  form: string;
  /** Id of the edited record; none for a new one. */
  record?: number | undefined;
  /** State to restore in addition to the fields: the step, the version that was edited. */
  also?: unknown;
  /** Whether that alone makes a draft. */
  isDirty?: boolean;
  /** `typed`: the stored values, per form those of the fields that were changed. `keptAt`: epoch ms. */
  onRestored?: (also: unknown, typed: readonly Typed[], keptAt: number) => void;
};

export type Draft = {
  /** Earlier drafts that were neither restored nor discarded, newest first. */
  offered: readonly SavedDraft[];
  restore: (earlier: SavedDraft) => void;
  discard: (earlier: SavedDraft) => void;
  /** When what is typed was last stored, to the minute; null while nothing is. */
  keptAt: number | null;
  /** Saved, or discarded by its author. */
  forget: () => void;
  /** There are changes, and this browser stores no draft of them. */
  isNotStored: boolean;
  /** For useEndpointMutation: after a restore, an unconfirmed request is still the same action. */
  act: AttemptRef;
};

/**
 * Autosaves the changes of a form with more than three fields, half a second after each pause, and offers them
 * after a crash, a reload or a new sign-in: to the same user, for the same clinic, form and record. If the
 * browser's storage fails, the form works without drafts. Without options it has none.
 */
export function useDraft(forms: DraftedForm | readonly DraftedForm[], options: DraftOptions | null): Draft {
  const {
    form: name,
    record,
    also = null,
    isDirty: hasMore = false,
    onRestored,
  }: Partial<DraftOptions> = options ?? {};
  const user = useCurrentUser().data;
  const [userId, clinicId] = [user?.id, user?.clinicId];
  const scope = useMemo<DraftScope | null>(
    () =>
      name !== undefined && userId !== undefined && clinicId != null && canStoreDrafts()
        ? { clinicId, userId, form: name, record: record === undefined ? "" : String(record) }
        : null,
    [userId, clinicId, name, record],
  );
  const all = (Array.isArray(forms) ? forms : [forms]) as readonly DraftedForm[];
  const isDirty = [hasMore, ...all.map(({ formState }) => formState.isDirty)].some(Boolean);
  const dirtyFields = all.map(({ formState }) => formState.dirtyFields);
  const [offered, setOffered] = useState<readonly SavedDraft[]>([]);
  const [hasFailed, setFailed] = useState(false);
  const [keptAt, setKeptAt] = useState<number | null>(null);

  const [id] = useState(newKey);
  const act = useRef<Attempt | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  /** When the first change since the last stored draft was typed. */
  const unsavedSince = useRef(0);
  const isStored = useRef(false);
  /** Saved or discarded: the form's remaining values are no draft until it has been empty. */
  const isSettled = useRef(false);
  const now = useRef({ all, isDirty, dirtyFields, also, onRestored, scope });
  useEffect(() => {
    now.current = { all, isDirty, dirtyFields, also, onRestored, scope };
  });

  /** Restored drafts, which are removed once their content is stored again. */
  const replaced = useRef<string[]>([]);
  /** Serialized writes: a delayed one must not outlive the draft's removal. */
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  const inTurn = useCallback((work: () => Promise<unknown>) => {
    queue.current = queue.current.then(work).then(
      () => setFailed(false),
      () => setFailed(true),
    );
  }, []);

  const stopTimer = useCallback(() => {
    if (timer.current) clearTimeout(timer.current);
    timer.current = null;
  }, []);

  const drop = useCallback(() => {
    stopTimer();
    setKeptAt(null);
    act.current = null;
    const ids = [...(isStored.current ? [id] : []), ...replaced.current];
    isStored.current = false;
    replaced.current = [];
    if (ids.length > 0) inTurn(() => dropDrafts(ids));
  }, [id, inTurn, stopTimer]);
  const forget = useCallback(() => {
    drop();
    isSettled.current = true;
  }, [drop]);

  const store = useCallback(() => {
    stopTimer();
    const { all: drafted, scope: at, dirtyFields: marks, also: more, isDirty: hasTyped } = now.current;
    if (!at || isSettled.current) return;
    if (!hasTyped) return drop();
    const content: Content = {
      typed: drafted.map((each, index) => typedInto(each, marks[index] ?? {}, act.current !== null)),
      also: more,
      act: act.current,
    };
    isStored.current = true;
    const ids = replaced.current.splice(0);
    inTurn(async () => {
      await storeDraft(at, { id, keptAt: timeNow(), content });
      await dropDrafts(ids);
      // To the minute: a form renders again with it.
      if (isStored.current) setKeptAt(Math.floor(timeNow() / 60_000) * 60_000);
    });
  }, [id, drop, inTurn, stopTimer]);

  const storeSoon = useCallback(() => {
    if (timer.current) clearTimeout(timer.current);
    else unsavedSince.current = performance.now();
    const left = unsavedSince.current + longestMs - performance.now();
    timer.current = setTimeout(store, Math.max(0, Math.min(pauseMs, left)));
  }, [store]);

  // The forms do not change while they are open.
  useEffect(() => {
    const stops = now.current.all.map((each) =>
      each.subscribe({ formState: { values: true }, callback: storeSoon }),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, [storeSoon]);

  // Saved, or edited back to the stored values.
  useEffect(() => {
    if (isDirty) return;
    if (isStored.current) drop();
    isSettled.current = false;
  }, [isDirty, drop]);

  const besides = JSON.stringify(also);
  const lastBesides = useRef(besides);
  useEffect(() => {
    if (besides !== lastBesides.current) storeSoon();
    lastBesides.current = besides;
  }, [besides, storeSoon]);

  useEffect(() => {
    if (!scope) return;
    let isGone = false;
    const letGo = lockDraft(id);
    // Loaded early: the connection may be lost while typing.
    void draftKeyOf(scope.userId).catch(() => undefined);
    const look = async () => {
      const [found, living] = await Promise.all([draftsOf(scope, timeNow()), livingDrafts()]);
      if (!isGone) setOffered(found.filter((earlier) => earlier.id !== id && !living.has(earlier.id)));
    };
    look().catch(() => undefined);
    const leave = () => timer.current && store();
    const hide = () => document.visibilityState === "hidden" && leave();
    window.addEventListener("pagehide", leave);
    document.addEventListener("visibilitychange", hide);
    return () => {
      isGone = true;
      window.removeEventListener("pagehide", leave);
      document.removeEventListener("visibilitychange", hide);
      leave();
      letGo();
    };
  }, [scope, id, store]);

  const holder = useMemo<AttemptRef>(
    () => ({
      get current() {
        return act.current;
      },
      set current(next) {
        act.current = next;
        // Nothing typed means nothing to store; the key is still needed for the next attempt.
        if (next && now.current.isDirty) store();
      },
    }),
    [store],
  );

  const fill = (content: Content, keptAt = timeNow()) => {
    act.current = content.act;
    const { all: drafted, onRestored: restored } = now.current;
    for (const [index, each] of drafted.entries()) typeInto(each, content.typed[index]);
    restored?.(content.also, content.typed, keptAt);
  };

  const answered = (earlier: SavedDraft) =>
    setOffered((before) => before.filter((each) => each.id !== earlier.id));

  return {
    offered,
    restore: (earlier) => {
      const before: Content = {
        typed: all.map((each) => each.getValues() as Typed),
        also,
        act: act.current,
      };
      replaced.current.push(earlier.id);
      answered(earlier);
      isSettled.current = false;
      fill(earlier.content as Content, earlier.keptAt);
      if (!isDirty) return;
      notify({
        kind: "info",
        title: "Draft restored",
        description: "Your draft was replaced.",
        undo: () => fill(before),
      });
    },
    discard: (earlier) => {
      answered(earlier);
      inTurn(() => dropDrafts([earlier.id]));
      notify({
        kind: "info",
        title: "Draft discarded",
        undo: () => {
          if (scope) inTurn(() => storeDraft(scope, earlier));
          setOffered((before) => [earlier, ...before]);
        },
      });
    },
    keptAt,
    forget,
    isNotStored: isDirty && name !== undefined && user != null && (hasFailed || !canStoreDrafts()),
    act: holder,
  };
}
