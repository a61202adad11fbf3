import * as contract from "#features/imports/contract.ts";
import { charge } from "#server/http/limit-change.ts";
import { sendPage } from "#server/http/paging.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { takeRoom } from "#server/storage/files-quota.ts";
import { Failure } from "#shared/errors.ts";
import { changeRow, decideRows } from "./change-row.ts";
import {
  bytesOf,
  DEFAULT_IMPORTS,
  importDetails,
  insertImport,
  listImports,
  mapImport,
  removeImport,
  startWork,
} from "./imports.ts";
import { countRowsOf, DEFAULT_ROWS, exportFaults, listRows } from "./list-rows.ts";
import { ListReader } from "./reading/list-reader.ts";

export const importRoutes = (app: App): void => {
  const reader = new ListReader();
  app.addHook("onClose", () => reader.close());

  serve(app, contract.listImports, async ({ query }, { clinic, reply }) => {
    const rows = await listImports(clinic, query);
    return sendPage(reply, rows, query.limit ?? DEFAULT_IMPORTS, ({ id }) => [id]);
  });
  serve(app, contract.addImport, async ({ query, files }, { clinic, now, once, kit }) => {
    const [file] = files.accepted;
    if (!file) {
      const [refused] = files.refused;
      const message = refused?.reason ?? "Send one list.";
      throw new Failure(refused?.code ?? "invalid", message, { fields: { file: message } });
    }
    const bytes = new Uint8Array(await file.read(0, file.size));
    const { sheet = null, encoding = null, replaces } = query;
    const list = await reader.read(clinic.id, { bytes, sheet, encoding });
    const stored = list.chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
    await charge(kit, clinic.id, stored);
    return once(async (joined) => {
      if (replaces !== undefined) await removeImport(joined, replaces);
      await takeRoom(joined, kit.settings, stored);
      const id = await insertImport(joined, list, { fileName: file.name, bytes: stored, now });
      return importDetails(joined, id);
    });
  });
  serve(app, contract.oneImport, ({ params }, { clinic }) => importDetails(clinic, params.id));
  // Each of these writes the list's rows, or their patients and the history of them, in the background.
  serve(app, contract.mapImport, async ({ params, body }, { clinic, kit }) => {
    await charge(kit, clinic.id, await bytesOf(clinic, params.id), { isAdded: false });
    return clinic.transaction((joined) => mapImport(joined, params.id, body));
  });
  serve(app, contract.importRows, async ({ params, query }, { clinic, reply }) => {
    const { state = "look" } = query;
    const rows = await listRows(clinic, params.id, { ...query, state });
    const total = query.cursor === undefined ? await countRowsOf(clinic, params.id, state) : undefined;
    return sendPage(reply, rows, query.limit ?? DEFAULT_ROWS, ({ row }) => [row], total);
  });
  serve(app, contract.exportImportFaults, ({ params }, { clinic, auditDetails }) => {
    auditDetails({ importId: params.id });
    return exportFaults(clinic, params.id);
  });
  serve(app, contract.changeImportRow, async ({ params, body }, { clinic, now }) => ({
    state: await changeRow(clinic, { id: params.id, rowNo: params.row }, body, now),
  }));
  serve(app, contract.decideImport, async ({ params, body }, { clinic }) => ({
    decided: await decideRows(clinic, params.id, body.choice),
  }));
  serve(app, contract.runImport, async ({ params }, { clinic, now, kit }) => {
    const bytes = await bytesOf(clinic, params.id);
    await charge(kit, clinic.id, bytes);
    return clinic.transaction(async (joined) => {
      await takeRoom(joined, kit.settings, bytes);
      return startWork(joined, params.id, "running", now);
    });
  });
  serve(app, contract.takeBackImport, async ({ params }, { clinic, now, kit }) => {
    await charge(kit, clinic.id, await bytesOf(clinic, params.id));
    return clinic.transaction((joined) => startWork(joined, params.id, "taking-back", now));
  });
  serve(app, contract.removeImport, async ({ params }, { clinic }) => {
    await removeImport(clinic, params.id);
    return { message: "List removed" };
  });
};
