import { requireRecentPassword } from "#server/http/admit.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { storageOf, takeRoom } from "#server/storage/files-quota.ts";
import * as contract from "../contract.ts";
import { addCustomField, changeCustomField, listCustomFields, removeCustomField } from "./custom-fields.ts";
import { readLogo, removeLogo, resizedLogo, setLogo } from "./logo.ts";
import { readClinicSettings, updateClinicSettings } from "./queries.ts";
import { dismissSetupSteps, readSetupSteps } from "./setup-steps.ts";
import { fileUpgradeRequest, readUpgradeRequest } from "./upgrade-request.ts";

export const clinicRoutes = (app: App): void => {
  serve(app, contract.clinicSettings, (_, { clinic, now }) => readClinicSettings(clinic, now));
  serve(app, contract.saveClinicSettings, ({ body }, { clinic, kit, now, session }) =>
    updateClinicSettings(clinic, body, now, {
      ownerUserId: session.ownerUserId,
      requirePassword: () => requireRecentPassword(kit, session),
    }),
  );
  serve(app, contract.uploadClinicLogo, async ({ files }, { clinic, kit, now, once }) => {
    const picture = await resizedLogo(clinic.id, files);
    return once(async (joined) => {
      await takeRoom(joined, kit.settings, picture.byteLength);
      return setLogo(joined, picture, now);
    });
  });
  serve(app, contract.removeClinicLogo, (_, { clinic, now }) => removeLogo(clinic, now));
  serve(app, contract.clinicLogo, async ({ query }, { clinic, reply }) => {
    const { file, isLasting } = await readLogo(clinic, query.v);
    if (isLasting) reply.header("cache-control", "private, max-age=31536000, immutable");
    return file;
  });
  serve(app, contract.storageUse, (_, { clinic, kit }) => storageOf(clinic, kit.settings));
  serve(app, contract.upgradeRequest, (_, { clinic }) => readUpgradeRequest(clinic));
  serve(app, contract.requestUpgrade, (_, { clinic, now }) => fileUpgradeRequest(clinic, now));
  serve(app, contract.setupSteps, (_, { clinic, session }) => readSetupSteps(clinic, session));
  serve(app, contract.dismissSetupSteps, (_, { clinic, now, session }) =>
    dismissSetupSteps(clinic, session, now),
  );
  serve(app, contract.customFields, (_, { clinic }) => listCustomFields(clinic));
  serve(app, contract.addCustomField, ({ body }, { clinic, now }) => addCustomField(clinic, body, now));
  serve(app, contract.changeCustomField, ({ params, body }, { clinic, now }) =>
    changeCustomField(clinic, params.id, body, now),
  );
  serve(app, contract.removeCustomField, ({ params }, { clinic }) => removeCustomField(clinic, params.id));
};
