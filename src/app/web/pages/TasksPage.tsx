import { addTask } from "#features/tasks/contract.ts";
import { OwnTasks } from "#features/tasks/web/OwnTasks.tsx";
import { TaskManagement } from "#features/tasks/web/TaskManagement.tsx";
import { IfCan } from "#web/data/session.tsx";
import { PageTitle } from "./shell/PageTitle.tsx";

/** The owner's: all of the clinic. Staff have those assigned to them. */
export const TasksPage = () => (
  <>
    <PageTitle>Task Management</PageTitle>
    <IfCan do={addTask} otherwise={<OwnTasks />}>
      <TaskManagement />
    </IfCan>
  </>
);
