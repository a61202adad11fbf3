import { notify } from "#web/ui/overlays/notify.ts";

/** Changes a row's state and offers Undo. The mutation itself reports a failure. */
export const stateSetter =
  <State extends string>(patch: (id: number, body: { state: State }, ifMatch?: number) => Promise<unknown>) =>
  (row: { id: number; state: State; version: number }, state: State, done: string): void =>
    void patch(row.id, { state }, row.version).then(
      () =>
        notify({
          kind: "success",
          title: done,
          undo: () => void patch(row.id, { state: row.state }).catch(() => undefined),
        }),
      () => undefined,
    );
