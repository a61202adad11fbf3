import * as contract from "#features/signatures/contract.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { takeRoom } from "#server/storage/files-quota.ts";
import { readSignature, redrawnSignature, removeSignature, setSignature } from "./signatures.ts";

export const signatureRoutes = (app: App): void => {
  serve(app, contract.ownSignature, (_, { clinic }) => readSignature(clinic));
  serve(app, contract.saveSignature, async ({ files }, { clinic, kit, now, once }) => {
    const picture = await redrawnSignature(clinic.id, files);
    return once(async (joined) => {
      await takeRoom(joined, kit.settings, picture.byteLength);
      return setSignature(joined, picture, now);
    });
  });
  serve(app, contract.removeSignature, (_, { clinic, now }) => removeSignature(clinic, now));
};
