import { recordHead } from "#features/record-head/contract.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { readHead } from "./read-head.ts";

export const recordHeadRoutes = (app: App): void => {
  serve(app, recordHead, ({ params }, { clinic, now }) => readHead(clinic, params.id, now));
};
