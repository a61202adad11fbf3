import { patientFiles, uploadFiles, viewFile } from "#features/files/contract.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { listFiles } from "./list-files.ts";
import { answerFile } from "./open-file.ts";
import { sortUploads, storeUploads } from "./store-uploads.ts";

export const fileRoutes = (app: App): void => {
  serve(app, uploadFiles, async ({ query, files }, { clinic, kit, now, once }) => {
    const { taken, refused } = await sortUploads(files, query.category);
    const stored = await storeUploads(clinic, kit, taken, now);
    return once(async () => ({ files: stored.map(({ path }) => path), refused }));
  });
  serve(
    app,
    viewFile,
    ({ params, query }, context) => answerFile(params.path, query.download !== undefined, context),
    { auditsManually: true },
  );
  serve(app, patientFiles, ({ params }, { clinic }) => listFiles(clinic, params.id));
};
