import * as contract from "#features/exports/contract.ts";
import { clinicOfLink } from "#server/auth/link-token.ts";
import { sha256 } from "#server/auth/secrets.ts";
import { FileAnswer } from "#server/http/file-answer.ts";
import { sendPage } from "#server/http/paging.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { Failure } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { cancelExport, DEFAULT_EXPORTS, findExport, insertExport, listExports, newLink } from "./exports.ts";

export const exportRoutes = (app: App): void => {
  serve(app, contract.listExports, async ({ query }, { clinic, reply, now }) => {
    const rows = await listExports(clinic, query, now);
    return sendPage(reply, rows, query.limit ?? DEFAULT_EXPORTS, ({ id }) => [id]);
  });
  serve(app, contract.addExport, ({ body }, { clinic, now }) => insertExport(clinic, body, now));
  serve(app, contract.oneExport, ({ params }, { clinic, now }) => findExport(clinic, params.id, now));
  serve(app, contract.cancelExport, ({ params }, { clinic, now }) => cancelExport(clinic, params.id, now));
  serve(app, contract.linkExport, async ({ params }, { clinic, now, auditDetails }) => {
    const { token, validUntil } = await newLink(clinic, params.id, now);
    auditDetails({ exportId: params.id });
    return { address: `/api/exports/files/${token}`, validUntil };
  });
  serve(app, contract.fetchExport, async ({ params: { token } }, { kit, now, reply }) => {
    const found = await kit.databases.functions.row("useExportLink", {
      clinicId: clinicOfLink(token),
      tokenHash: sha256(token),
      at: now,
    });
    if (!found)
      throw new Failure(
        "not_found",
        "This link was used already, or has expired. Go back to Settings, Export and press Download again.",
      );
    // A range request would need the link a second time.
    reply.header("content-length", found.bytes).header("accept-ranges", "none");
    return new FileAnswer({
      bytes: await kit.storage.get(found.storedAs),
      type: "application/zip",
      name: `${found.subdomain}-${manilaDay(new Date(found.readyAt))}.zip`,
      disposition: "attachment",
    });
  });
};
