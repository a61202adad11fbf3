import * as contract from "#features/tasks/contract.ts";
import { scopeOf } from "#features/tasks/rules.ts";
import { sendPage } from "#server/http/paging.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { countTasks, listTasks, listUsers, taskKeys } from "./list-tasks.ts";
import { insertTask, removeTask, updateTask } from "./write-tasks.ts";

export const taskRoutes = (app: App): void => {
  serve(app, contract.clinicUsers, (_, { clinic }) => listUsers(clinic));
  serve(app, contract.listTasks, async ({ query }, { clinic, session, reply }) => {
    const scope = scopeOf(session);
    const { status, limit, cursor } = query;
    const rows = await listTasks(clinic, scope, query);
    if (limit === undefined) return rows;
    const total = cursor === undefined ? await countTasks(clinic, scope, status) : undefined;
    return sendPage(reply, rows, limit, taskKeys, total);
  });
  serve(app, contract.addTask, ({ body }, { clinic, now }) => insertTask(clinic, body, now));
  serve(app, contract.changeTask, ({ params, body }, { clinic, session, now }) =>
    updateTask(clinic, scopeOf(session), { id: params.id, changes: body, now }),
  );
  serve(app, contract.deleteTask, ({ params }, { clinic }) => removeTask(clinic, params.id));
};
