import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  addTask,
  changeTask,
  clinicUsers,
  deleteTask,
  listTasks,
  type Task,
  type TaskChanges,
} from "#features/tasks/contract.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { refuse, renderScreen, reply } from "#web/testing.tsx";
import { TaskManagement } from "./TaskManagement.tsx";
import { aTask, marites } from "./testing-tasks.ts";

const billing = aTask(1, {
  title: "Call Chong Hua billing",
  description: "Ask for the itemised bill.",
  priority: "High",
  assignedTo: marites,
});
const ptr = aTask(2, { title: "Renew PTR", priority: "Low" });

/** A server that stores changes, and returns the list by status. */
function serverWith(...kept: Task[]) {
  let stored = kept;
  return [
    reply(listTasks, ({ query }) =>
      stored.filter(({ status }) => query.status === undefined || status === query.status),
    ),
    reply(clinicUsers, [marites]),
    reply(changeTask, ({ params, body }) => {
      stored = stored.map((task) =>
        task.id === Number(params.id) ? ({ ...task, ...(body as TaskChanges) } as Task) : task,
      );
      return stored.find(({ id }) => id === Number(params.id)) as Task;
    }),
    reply(deleteTask, ({ params }) => {
      stored = stored.filter(({ id }) => id !== Number(params.id));
      return { id: Number(params.id) };
    }),
    reply(addTask, ({ body }) => {
      const made = aTask(9, body as Partial<Task>);
      stored = [...stored, made];
      return made;
    }),
  ];
}
const titles = async () =>
  within(await screen.findByRole("list", { name: "Tasks" }))
    .getAllByRole("checkbox")
    .map((box) => box.closest("label")?.textContent);

test("shows an empty state", async () => {
  renderScreen(<TaskManagement />, { answers: [reply(listTasks, [])] });
  await screen.findByText("No tasks found");
});

test("a list that fails to load says so and is retried", async () => {
  const { hand, answer } = renderScreen(<TaskManagement />, {
    answers: [refuse(listTasks, "internal", "Broken")],
  });
  await screen.findByText("Failed to fetch tasks");
  answer(...serverWith(ptr));
  await hand.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await titles()).toEqual(["Renew PTR"]);
});

test("each shows its due date, priority and assignee", async () => {
  const today = `${manilaDay(new Date())}T09:00:00Z`;
  renderScreen(<TaskManagement />, { answers: serverWith({ ...billing, dueDate: today }, ptr) });
  const [first, second] = await screen.findAllByRole("listitem");
  expect(first?.textContent).toMatch(/Due today.* · High · Marites Bañez/);
  expect(first?.textContent).toContain("Ask for the itemised bill.");
  expect(second?.textContent).toMatch(/No due date · Low · Unassigned/);
  expect(within(first as HTMLElement).getByText("High").className).toContain("text-bad");
  expect(within(second as HTMLElement).getByText("Low").className).toContain("text-ok");
});

test("a tick shows at once, and Undo reverts it", async () => {
  const { hand, sent } = renderScreen(<TaskManagement />, { answers: serverWith(billing, ptr) });
  const box = await screen.findByRole("checkbox", { name: "Renew PTR" });
  await hand.click(box);
  expect((box as HTMLInputElement).checked).toBe(true);
  await screen.findByText("Task Updated");
  await hand.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect((box as HTMLInputElement).checked).toBe(false));
  await waitFor(() =>
    expect(sent(changeTask).map(({ body }) => body)).toEqual([{ status: "Done" }, { status: "Pending" }]),
  );
});

test("under Pending a ticked task disappears, and the focus moves to the next", async () => {
  const { hand } = renderScreen(<TaskManagement />, { answers: serverWith(billing, ptr) });
  await hand.click(await screen.findByRole("button", { name: "Pending" }));
  await hand.click(await screen.findByRole("checkbox", { name: "Call Chong Hua billing" }));
  await waitFor(async () => expect(await titles()).toEqual(["Renew PTR"]));
  expect(document.activeElement).toBe(screen.getByRole("checkbox", { name: "Renew PTR" }));
});

test("a tick that the server refuses is reverted", async () => {
  const { hand } = renderScreen(<TaskManagement />, {
    answers: [...serverWith(ptr), refuse(changeTask, "internal", "Broken")],
  });
  const box = await screen.findByRole("checkbox", { name: "Renew PTR" });
  await hand.click(box);
  await screen.findByText(/Failed to update task/);
  await waitFor(() => expect((box as HTMLInputElement).checked).toBe(false));
});

test("the filter requests one status and is kept in the URL", async () => {
  const { hand, sent, address } = renderScreen(<TaskManagement />, {
    answers: serverWith(billing, { ...ptr, status: "Done" }),
  });
  await hand.click(await screen.findByRole("button", { name: "Done" }));
  await waitFor(async () => expect(await titles()).toEqual(["Renew PTR"]));
  expect(sent(listTasks).at(-1)?.query).toEqual({ status: "Done", limit: "25" });
  expect(address()).toContain("status=Done");
});

test("a new task needs a title; the rest has defaults", async () => {
  const { hand, sent } = renderScreen(<TaskManagement />, { answers: serverWith() });
  await hand.click(await screen.findByRole("button", { name: "Add New Task" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add New Task" }));
  await hand.type(dialog.getByLabelText(/^Title/), "  ");
  await hand.click(dialog.getByRole("button", { name: "Add Task" }));
  await screen.findByText("Validation Error");
  await dialog.findByText("Task title is required");
  expect(sent(addTask)).toEqual([]);
  await hand.type(dialog.getByLabelText(/^Title/), "Renew PTR");
  await hand.click(dialog.getByRole("button", { name: "Add Task" }));
  await screen.findByText("Task Created");
  expect(sent(addTask)[0]?.body).toEqual({
    title: "Renew PTR",
    description: null,
    priority: "Medium",
    dueDate: null,
    assignedToId: null,
  });
  expect(await titles()).toEqual(["Renew PTR"]);
});

test("a day and a time are one instant in Manila; a time without a day is refused", async () => {
  const { hand, sent } = renderScreen(<TaskManagement />, { answers: serverWith() });
  await hand.click(await screen.findByRole("button", { name: "Add New Task" }));
  const dialog = within(await screen.findByRole("dialog"));
  await hand.type(dialog.getByLabelText(/^Title/), "Call");
  await hand.type(dialog.getByLabelText(/^Time/), "14:30");
  await hand.click(dialog.getByRole("button", { name: "Add Task" }));
  await dialog.findByText("Enter a date as well, or clear the time");
  await hand.type(dialog.getByLabelText(/^Due date/), "11/25/2026");
  await hand.selectOptions(dialog.getByLabelText("Priority"), "High");
  await hand.selectOptions(await dialog.findByLabelText("Assign to"), "Marites Bañez");
  await hand.click(dialog.getByRole("button", { name: "Add Task" }));
  await screen.findByText("Task Created");
  expect(sent(addTask)[0]?.body).toMatchObject({
    dueDate: "2026-11-25T06:30:00.000Z",
    priority: "High",
    assignedToId: 2,
  });
});

test("an edit sends only changes", async () => {
  const { hand, sent } = renderScreen(<TaskManagement />, {
    answers: serverWith({ ...billing, dueDate: "2026-11-25T06:30:00Z" }),
  });
  await hand.click(await screen.findByRole("button", { name: "Edit Call Chong Hua billing" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Task" }));
  expect((dialog.getByLabelText(/^Time/) as HTMLInputElement).value).toBe("14:30");
  expect((dialog.getByLabelText("Assign to") as HTMLSelectElement).value).toBe("2");
  await hand.clear(dialog.getByLabelText(/^Time/));
  await hand.click(dialog.getByRole("button", { name: "Save Task" }));
  await screen.findByText("Task Updated");
  expect(sent(changeTask)[0]).toMatchObject({
    params: { id: "1" },
    body: { dueDate: "2026-11-25T15:59:00.000Z" },
  });
  expect(Object.keys(sent(changeTask)[0]?.body as object)).toEqual(["dueDate"]);
});

test("reports when the users fail to load; the task can be saved without", async () => {
  const { hand, sent } = renderScreen(<TaskManagement />, {
    answers: [
      ...serverWith(),
      refuse(clinicUsers, "internal", "Broken"),
      refuse(addTask, "internal", "Broken"),
    ],
  });
  await hand.click(await screen.findByRole("button", { name: "Add New Task" }));
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByText("Failed to fetch users");
  dialog.getByRole("button", { name: "Try Again" });
  await hand.type(dialog.getByLabelText(/^Title/), "Call");
  await hand.click(dialog.getByRole("button", { name: "Add Task" }));
  await screen.findByText(/Failed to create task/);
  expect(sent(addTask)).toHaveLength(1);
  expect((dialog.getByLabelText(/^Title/) as HTMLInputElement).value).toBe("Call");
});

test("after a deletion the next task has the focus", async () => {
  const { hand } = renderScreen(<TaskManagement />, { answers: serverWith(billing, ptr) });
  await hand.click(await screen.findByRole("button", { name: "Delete Call Chong Hua billing" }));
  await hand.click(await screen.findByRole("button", { name: "Delete Task" }));
  await screen.findByText("Task Deleted");
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole("checkbox", { name: "Renew PTR" })),
  );
});

test("asks before deleting, and reports a failure", async () => {
  const { hand, answer, sent } = renderScreen(<TaskManagement />, {
    answers: [...serverWith(ptr), refuse(deleteTask, "internal", "Broken")],
  });
  await hand.click(await screen.findByRole("button", { name: "Delete Renew PTR" }));
  const question = within(await screen.findByRole("alertdialog"));
  question.getByText("Are you sure you want to delete this task?");
  expect(sent(deleteTask)).toEqual([]);
  await hand.click(question.getByRole("button", { name: "Delete Task" }));
  await screen.findByText(/Failed to delete task/);
  answer(...serverWith(ptr));
  await hand.click(question.getByRole("button", { name: "Delete Task" }));
  await screen.findByText("Task Deleted");
  await screen.findByText("No tasks found");
});
