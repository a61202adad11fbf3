import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { changeTask, clinicUsers, listTasks, type Task } from "#features/tasks/contract.ts";
import { refuse, renderScreen, reply, staffWith } from "#web/testing.tsx";
import { OwnTasks } from "./OwnTasks.tsx";
import { TaskWidget } from "./TaskWidget.tsx";
import { aTask, marites } from "./testing-tasks.ts";

const four = [1, 2, 3, 4].map((id) => aTask(id, { assignedTo: marites }));

/** The first open tasks, up to the limit. */
const serverWith = (tasks: Task[]) => {
  let open = tasks;
  return [
    reply(listTasks, ({ query }) => (query.status === "Done" ? [] : open.slice(0, Number(query.limit)))),
    reply(changeTask, ({ params }) => {
      const ticked = open.find(({ id }) => id === Number(params.id)) as Task;
      open = open.filter((task) => task !== ticked);
      return { ...ticked, status: "Done" as const };
    }),
  ];
};
const titles = () => screen.getAllByRole("checkbox").map((box) => box.closest("label")?.textContent);

test("the owner's dashboard shows three; the next one moves up when one is ticked", async () => {
  const onAll = vi.fn();
  const { hand, sent } = renderScreen(<TaskWidget onAll={onAll} />, { answers: serverWith(four) });
  await screen.findByRole("list", { name: "Tasks due first" });
  expect(titles()).toEqual(["Task 1", "Task 2", "Task 3"]);
  expect(screen.getAllByText(/Marites B\./)).toHaveLength(3);
  expect(sent(listTasks)[0]?.query).toEqual({ status: "Pending", limit: "5" });
  await hand.click(screen.getByRole("checkbox", { name: "Task 2" }));
  await waitFor(() => expect(titles()).toEqual(["Task 1", "Task 3", "Task 4"]));
  await screen.findByText("Task Updated");
  await hand.click(screen.getByRole("button", { name: "All tasks" }));
  expect(onAll).toHaveBeenCalledOnce();
});

test("adds one from the dashboard", async () => {
  const { hand } = renderScreen(<TaskWidget onAll={() => undefined} />, {
    answers: [reply(listTasks, []), reply(clinicUsers, [])],
  });
  await screen.findByText("No tasks found");
  await hand.click(screen.getByRole("button", { name: "Add New Task" }));
  await screen.findByRole("dialog", { name: "Add New Task" });
});

test("staff see their own, tick them, and cannot edit or delete", async () => {
  const { hand, sent } = renderScreen(<OwnTasks />, { user: staffWith(), answers: serverWith(four) });
  await screen.findByRole("list", { name: "My tasks" });
  expect(screen.queryByRole("button", { name: /Edit|Delete|Add/ })).toBeNull();
  await hand.click(screen.getByRole("checkbox", { name: "Task 1" }));
  await waitFor(() => expect(titles()).toEqual(["Task 2", "Task 3", "Task 4"]));
  await waitFor(() =>
    expect(sent(changeTask)[0]).toMatchObject({ params: { id: "1" }, body: { status: "Done" } }),
  );
  await hand.click(
    within(screen.getByRole("group", { name: "Status" })).getByRole("button", { name: "Done" }),
  );
  await screen.findByText("No tasks found");
});

test("shows staff an error when tasks fail to load", async () => {
  renderScreen(<OwnTasks />, { user: staffWith(), answers: [refuse(listTasks, "internal", "Broken")] });
  await screen.findByText("Failed to fetch tasks");
  screen.getByRole("button", { name: "Try Again" });
});
