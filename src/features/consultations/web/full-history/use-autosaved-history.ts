import { useCallback, useEffect, useRef, useState } from "react";
import {
  beginFullHistory,
  type FullHistory,
  type FullHistoryChanges,
  FullHistory as FullHistoryRecord,
  writeFullHistory,
} from "#features/consultations/contract.ts";
import { call, newKey } from "#web/data/api.ts";
import { isApiError } from "#web/data/api-error.ts";
import { useInvalidateChangedBy } from "#web/data/calls.ts";
import type { useZodForm } from "#web/forms/form.ts";
import {
  type Conflict,
  type FullHistoryForm,
  mergeMeanwhile,
  type TypedFullHistory,
  typedFrom,
  unsavedFields,
} from "./full-history-form.ts";

/** ms after the last key. */
const PAUSE = 1000;
/** ms until a failed save is retried, doubled each time up to a minute. */
const RETRY = 4000;

const ROUNDS = 5;

type Form = ReturnType<typeof useZodForm<typeof FullHistoryForm>>;
/** A save in progress or unconfirmed; its retry has the same key. */
type PendingSave = { body: FullHistoryChanges; key: string };

/** Autosaves a full history as a draft, one save after the other. */
export function useAutosavedHistory(form: Form, patientId: number, opened: FullHistory | null) {
  const invalidateChangedBy = useInvalidateChangedBy();
  const [record, setRecord] = useState(opened);
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [conflicts, setConflicts] = useState<Conflict[]>([]);
  const now = useRef({ record: opened, conflicts: [] as Conflict[] });
  const act = useRef<PendingSave | null>(null);
  const running = useRef<Promise<boolean> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const tries = useRef(0);
  const saveAgain = useRef<() => Promise<boolean>>(async () => false);

  const accept = useCallback((answer: FullHistory) => {
    now.current.record = answer;
    setRecord(answer);
  }, []);
  const settle = useCallback((open: Conflict[]) => {
    now.current.conflicts = open;
    setConflicts(open);
  }, []);

  const stopTimer = useCallback(() => {
    if (timer.current) clearTimeout(timer.current);
    timer.current = null;
  }, []);

  /** Sends one save; on a conflict it merges the other user's changes instead. */
  const send = useCallback(
    async ({ body, key }: PendingSave) => {
      const { record: before } = now.current;
      try {
        if (before) {
          const params = { id: String(before.id) };
          const { data } = await call(writeFullHistory, { params, body }, { ifMatch: before.version });
          // Without view_patients the response has only the sent fields.
          accept({ ...before, ...data });
        } else {
          const params = { id: String(patientId) };
          accept((await call(beginFullHistory, { params, body }, { idempotencyKey: key })).data);
        }
      } catch (error) {
        const current = isApiError(error) ? FullHistoryRecord.safeParse(error.body.current) : null;
        if (!current?.success) throw error;
        const { follows, conflicts: open } = mergeMeanwhile(form.getValues(), before, current.data, body);
        const theirs = typedFrom(current.data);
        for (const field of follows) form.setValue(field, theirs[field]);
        accept(current.data);
        settle(open);
      }
    },
    [form, patientId, accept, settle],
  );

  /** True when all texts are saved. */
  const saveNow = useCallback((): Promise<boolean> => {
    stopTimer();
    const work = async (): Promise<boolean> => {
      // Two users who save at the same time retry a few times, not endlessly; the next change starts again.
      for (let round = 0; round < ROUNDS; round += 1) {
        if (now.current.record?.status === "finished" || now.current.conflicts.length > 0) return false;
        const typed: TypedFullHistory = form.getValues();
        const body = unsavedFields(typed, now.current.record);
        if (!act.current && Object.keys(body).length === 0) {
          form.reset(typed, { keepValues: true, keepErrors: true });
          return true;
        }
        act.current ??= { body, key: newKey() };
        setSaving(true);
        try {
          await send(act.current);
          act.current = null;
          tries.current = 0;
          setFailure(null);
        } catch (error) {
          const isPassing =
            isApiError(error) && (error.status === 0 || error.status === 401 || error.status >= 429);
          if (!isPassing) act.current = null;
          setFailure(
            isApiError(error) ? error.shown("The server could not save it") : "It could not be sent",
          );
          if (isPassing) {
            const wait = Math.min(RETRY * 2 ** tries.current, 60_000);
            tries.current += 1;
            stopTimer();
            timer.current = setTimeout(() => void saveAgain.current(), wait);
          }
          return false;
        } finally {
          setSaving(false);
        }
      }
      return false;
    };
    running.current = (running.current ?? Promise.resolve(true)).then(work, work);
    return running.current;
  }, [form, send, stopTimer]);

  useEffect(() => {
    saveAgain.current = saveNow;
  }, [saveNow]);

  useEffect(() => {
    const soon = () => {
      stopTimer();
      timer.current = setTimeout(() => void saveAgain.current(), PAUSE);
    };
    const stop = form.subscribe({ formState: { values: true }, callback: soon });
    const back = () => void saveAgain.current();
    window.addEventListener("online", back);
    return () => {
      stop();
      stopTimer();
      window.removeEventListener("online", back);
    };
  }, [form, stopTimer]);

  // Updates the list when the form closes; until then it is not refetched after each save.
  useEffect(
    () => () => {
      for (const sent of [beginFullHistory, writeFullHistory]) void invalidateChangedBy(sent);
    },
    [invalidateChangedBy],
  );

  return {
    record,
    isSaving,
    failure,
    conflicts,
    saveNow,
    /** Saves the texts, then finishes the record. False if saving failed; an error of the server is thrown. */
    finish: async (): Promise<boolean> => {
      if (!(await saveNow())) return false;
      await send({ body: { status: "finished" }, key: newKey() });
      return now.current.record?.status === "finished";
    },
    /** One of two texts that were written at the same time. */
    resolve: (field: Conflict["field"], text: string): void => {
      form.setValue(field, text, { shouldDirty: true });
      settle(now.current.conflicts.filter((conflict) => conflict.field !== field));
      void saveNow();
    },
  };
}
