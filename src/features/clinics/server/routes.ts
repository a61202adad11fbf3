import { requireRecentPassword } from "#server/http/admit.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { storageOf, takeRoom } from "#server/storage/files-quota.ts";
import {
  addCustomField as addCustomFieldCall,
  changeCustomField as changeCustomFieldCall,
  clinicLogo,
  clinicSettings,
  customFields,
  dismissSetupSteps as dismissSetupStepsCall,
  removeClinicLogo,
  removeCustomField as removeCustomFieldCall,
  requestUpgrade,
  saveClinicSettings,
  setupSteps,
  storageUse,
  upgradeRequest,
  uploadClinicLogo,
} from "../contract.ts";
import { addCustomField, changeCustomField, listCustomFields, removeCustomField } from "./custom-fields.ts";
import { readLogo, removeLogo, resizedLogo, setLogo } from "./logo.ts";
import { readClinicSettings, updateClinicSettings } from "./queries.ts";
import { dismissSetupSteps, readSetupSteps } from "./setup-steps.ts";
import { fileUpgradeRequest, readUpgradeRequest } from "./upgrade-request.ts";

export const clinicRoutes = (app: App): void => {
  serve(app, clinicSettings, (_, { clinic, now }) => readClinicSettings(clinic, now));
  serve(app, saveClinicSettings, ({ body }, { clinic, kit, now, session }) =>
    updateClinicSettings(clinic, body, now, {
      ownerUserId: session.ownerUserId,
      requirePassword: () => requireRecentPassword(kit, session),
    }),
  );
  serve(app, uploadClinicLogo, async ({ files }, { clinic, kit, now, once }) => {
    const picture = await resizedLogo(clinic.id, files);
    return once(async (joined) => {
      await takeRoom(joined, kit.settings, picture.byteLength);
      return setLogo(joined, picture, now);
    });
  });
  serve(app, removeClinicLogo, (_, { clinic, now }) => removeLogo(clinic, now));
  serve(app, clinicLogo, async ({ query }, { clinic, reply }) => {
    const { file, isLasting } = await readLogo(clinic, query.v);
    if (isLasting) reply.header("cache-control", "private, max-age=31536000, immutable");
    return file;
  });
  serve(app, storageUse, (_, { clinic, kit }) => storageOf(clinic, kit.settings));
  serve(app, upgradeRequest, (_, { clinic }) => readUpgradeRequest(clinic));
  serve(app, requestUpgrade, (_, { clinic, now }) => fileUpgradeRequest(clinic, now));
  serve(app, setupSteps, (_, { clinic, session }) => readSetupSteps(clinic, session));
  serve(app, dismissSetupStepsCall, (_, { clinic, now, session }) => dismissSetupSteps(clinic, session, now));
  serve(app, customFields, (_, { clinic }) => listCustomFields(clinic));
  serve(app, addCustomFieldCall, ({ body }, { clinic, now }) => addCustomField(clinic, body, now));
  serve(app, changeCustomFieldCall, ({ params, body }, { clinic, now }) =>
    changeCustomField(clinic, params.id, body, now),
  );
  serve(app, removeCustomFieldCall, ({ params }, { clinic }) => removeCustomField(clinic, params.id));
};
