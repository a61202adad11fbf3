import { patientFiles, uploadFiles, viewFile, viewFrame, viewPicture } from "#features/files/contract.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { DicomReader } from "./dicom/dicom-reader.ts";
import { answerFrame, answerPicture } from "./dicom/open-dicom.ts";
import { HeicReader } from "./heic/heic-reader.ts";
import { listFiles } from "./list-files.ts";
import { answerFile } from "./open-file.ts";
import { sortUploads, storeUploads } from "./store-uploads.ts";

export const fileRoutes = (app: App): void => {
  const heic = new HeicReader();
  app.addHook("onClose", () => heic.close());
  serve(app, uploadFiles, async ({ query, files }, { clinic, kit, now, once }) => {
    const { taken, refused } = await sortUploads(files, query.category, (file) =>
      heic.asJpeg(clinic.id, file),
    );
    const stored = await storeUploads(clinic, kit, taken, now);
    return once(async () => ({ files: stored.map(({ path }) => path), refused }));
  });
  serve(
    app,
    viewFile,
    ({ params, query }, context) => answerFile(params.path, query.download !== undefined, context),
    { auditsManually: true },
  );
  const reader = new DicomReader();
  app.addHook("onClose", () => reader.close());
  const manually = { auditsManually: true } as const;
  serve(app, viewPicture, ({ params }, context) => answerPicture(reader, params.path, context), manually);
  serve(
    app,
    viewFrame,
    ({ params }, context) => answerFrame(reader, params.path, params.frame, context),
    manually,
  );
  serve(app, patientFiles, ({ params }, { clinic }) => listFiles(clinic, params.id));
};
