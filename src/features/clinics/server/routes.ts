import type { App } from "#server/kit.ts";
import { serve } from "#server/serve.ts";
import {
  addCustomField as addCustomFieldCall,
  changeCustomField as changeCustomFieldCall,
  clinicSettings,
  customFields,
  removeCustomField as removeCustomFieldCall,
  saveClinicSettings,
} from "../contract.ts";
import { addCustomField, changeCustomField, listCustomFields, removeCustomField } from "./custom-fields.ts";
import { readClinicSettings, updateClinicSettings } from "./queries.ts";

export const clinicRoutes = (app: App): void => {
  serve(app, clinicSettings, (_, { clinic, now }) => readClinicSettings(clinic, now));
  serve(app, saveClinicSettings, ({ body }, { clinic, now }) => updateClinicSettings(clinic, body, now));
  serve(app, customFields, (_, { clinic }) => listCustomFields(clinic));
  serve(app, addCustomFieldCall, ({ body }, { clinic, now }) => addCustomField(clinic, body, now));
  serve(app, changeCustomFieldCall, ({ params, body }, { clinic, now }) =>
    changeCustomField(clinic, params.id, body, now),
  );
  serve(app, removeCustomFieldCall, ({ params }, { clinic }) => removeCustomField(clinic, params.id));
};
