import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { patientFiles } from "#features/files/contract.ts";
import { deletePatient, onePatient, patientCounts } from "#features/patients/contract.ts";
import { addTask, changeTask, deleteTask, listTasks, type Task } from "#features/tasks/contract.ts";
import { PRINTED_PAGES_AT_MOST } from "#shared/print-limit.ts";
import { PrintedWhole } from "../printing/print-whole.ts";
import { type FakeAnswer, refuse, renderScreen, reply } from "../testing.tsx";
import { aPatientRecord } from "../testing-records.ts";
import { useCall, useEndpointMutation, usePages } from "./calls.ts";

const task: Task = {
  id: 5,
  title: "Renew PTR",
  description: null,
  dueDate: null,
  priority: "Medium",
  status: "Pending",
  assignedToId: null,
  assignedTo: null,
  clinicId: 1,
  createdById: 1,
  createdAt: "2026-11-20T02:42:00Z",
  updatedAt: "2026-11-20T02:42:00Z",
};
const body = { title: "Renew PTR" };
const failed = { title: "Error", fallback: "Failed" };

/** Renders the output of its hooks, if any. */
function Probe<T>({ useIt, onDrawn }: { useIt: () => T; onDrawn: (returned: T) => void }) {
  const returned = useIt();
  onDrawn(returned);
  const part = (returned as { part?: ReactNode } | undefined)?.part;
  return part ?? <p>Drawn</p>;
}

/** A component that calls these hooks and renders nothing; `result.current` is what they last returned. */
function renderUse<T>(useIt: () => T, answers: FakeAnswer[]) {
  const result = {} as { current: T };
  const onDrawn = (returned: T) => {
    result.current = returned;
  };
  return { ...renderScreen(<Probe useIt={useIt} onDrawn={onDrawn} />, { answers }), result };
}

test("a mutation refetches the active queries that read what it changes, paged ones too, and no others", async () => {
  const { result, sent } = renderUse(() => {
    useCall(listTasks, {});
    usePages(listTasks, { query: { limit: "5" } });
    useCall(patientCounts, {});
    return useEndpointMutation(addTask, { done: null, failed });
  }, [
    reply(listTasks, [task]),
    reply(patientCounts, { active: 1, archived: 0, admitted: 0, paymentPending: 0 }),
    reply(addTask, task),
  ]);
  await waitFor(() => expect([sent(listTasks).length, sent(patientCounts).length]).toEqual([2, 1]));
  await act(() => result.current.mutateAsync({ body }));
  expect([sent(listTasks).length, sent(patientCounts).length]).toEqual([4, 1]);
});

test("a first request from before a mutation is replaced: it may not know the change", async () => {
  const before = Promise.withResolvers<Task[]>();
  const { result, sent, answer } = renderUse(
    () => ({
      tasks: useCall(listTasks, {}).data,
      pages: usePages(listTasks, { query: { limit: "5" } }).data?.pages,
      add: useEndpointMutation(addTask, { done: null, failed }),
    }),
    [reply(listTasks, () => before.promise), reply(addTask, task)],
  );
  await waitFor(() => expect(sent(listTasks)).toHaveLength(2));
  answer(reply(listTasks, [task]));
  await act(() => result.current.add.mutateAsync({ body }));
  await act(async () => before.resolve([]));
  await waitFor(() => expect(result.current.tasks).toEqual([task]));
  expect(result.current.pages).toMatchObject([{ rows: [task] }]);
  expect(sent(listTasks)).toHaveLength(4);
});

const PagesOfTasks = () => {
  const { data } = usePages(listTasks, { query: { limit: "1" } });
  return <p>{data?.pages.flatMap(({ rows }) => rows.map(({ id }) => id)).join(", ")}</p>;
};
/** One task a page, of endlessly many. */
const endless = reply(
  listTasks,
  ({ query }) => [{ ...task, id: Number(query.cursor ?? 1) }],
  // The answer's headers are the same for each page.
  { "x-next-cursor": "2" },
);

test("a list that is printed whole loads its next pages, up to the limit, and one on the screen does not", async () => {
  const { sent } = renderScreen(
    <PrintedWhole value={false}>
      <PagesOfTasks />
    </PrintedWhole>,
    { answers: [endless] },
  );
  await screen.findByText("1");
  expect(sent(listTasks)).toHaveLength(1);
  cleanup();
  const printed = renderScreen(
    <PrintedWhole value={true}>
      <PagesOfTasks />
    </PrintedWhole>,
    { answers: [endless] },
  );
  await screen.findByText(["1", ...Array.from({ length: PRINTED_PAGES_AT_MOST - 1 }, () => "2")].join(", "));
  expect(printed.sent(listTasks)).toHaveLength(PRINTED_PAGES_AT_MOST);
});

test("a list that is printed whole ends with the page that could not be loaded", async () => {
  const broken = refuse(listTasks, "database_unavailable", "Try again later");
  const { sent } = renderScreen(
    <PrintedWhole value={true}>
      <PagesOfTasks />
    </PrintedWhole>,
    {
      answers: [
        {
          endpoint: listTasks,
          respond: (call) => (call.query.cursor ? broken : endless).respond(call),
        },
      ],
    },
  );
  await screen.findByText("1");
  await waitFor(() => expect(sent(listTasks)).toHaveLength(2));
});

const useTasks = () => useCall(listTasks, {}, { refetchOnMount: "always" });

test("data that others change is fetched once for the parts of a screen, and again for one that is opened later", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const { result, sent } = renderUse(() => {
    const [opened, open] = useState(0);
    return {
      tasks: useTasks().data,
      open,
      part: <Probe key={opened} useIt={useTasks} onDrawn={() => undefined} />,
    };
  }, [reply(listTasks, [task])]);
  await waitFor(() => expect(result.current.tasks).toBeDefined());
  const again = (nth: number) => act(async () => result.current.open(nth));
  await again(1);
  expect(sent(listTasks)).toHaveLength(1);
  vi.setSystemTime(Date.now() + 2_000);
  await again(2);
  await waitFor(() => expect(sent(listTasks)).toHaveLength(2));
});

test("queries of a deleted record are not refetched", async () => {
  const { result, sent } = renderUse(() => {
    useCall(onePatient, { params: { id: "7" } });
    useCall(onePatient, { params: { id: "71" } });
    useCall(patientFiles, { params: { id: "7" } });
    return useEndpointMutation(deletePatient, { done: null, failed });
  }, [
    reply(onePatient, aPatientRecord()),
    reply(patientFiles, []),
    reply(deletePatient, { message: "Patient deleted" }),
  ]);
  await waitFor(() => expect(sent(onePatient)).toHaveLength(2));
  await act(() => result.current.mutateAsync({ params: { id: "7" } }));
  expect(sent(onePatient).map(({ params }) => params.id)).toEqual(["7", "71", "71"]);
  expect(sent(patientFiles)).toHaveLength(1);
});

test("a failure refetches after an optimistic update, and not otherwise", async () => {
  const answers = [reply(listTasks, [task]), refuse(deleteTask, "not_found", "Task not found")];
  for (const [invalidatesOnError, reads] of [
    [false, 1],
    [true, 2],
  ] as const) {
    const { result, sent } = renderUse(() => {
      useCall(listTasks, {});
      return useEndpointMutation(deleteTask, { done: null, failed, invalidatesOnError });
    }, answers);
    await waitFor(() => expect(sent(listTasks)).toHaveLength(1));
    await act(() => result.current.mutateAsync({ params: { id: "5" } }).catch(() => undefined));
    expect(sent(listTasks)).toHaveLength(reads);
  }
});

test("a repeated press while one is in flight sends nothing, and settles with the first one's result", async () => {
  const answered = Promise.withResolvers<Task>();
  const { result, sent } = renderUse(
    () => useEndpointMutation(addTask, { done: null, failed }),
    [reply(addTask, () => answered.promise)],
  );
  await screen.findByText("Drawn");
  const settled = await act(async () => {
    const presses = [result.current.mutateAsync({ body }), result.current.mutateAsync({ body })];
    answered.resolve(task);
    const settled = await Promise.all(presses);
    // Its form is still shown for a moment.
    return [...settled, await result.current.mutateAsync({ body })];
  });
  expect(settled).toEqual([task, task, task]);
  expect(sent(addTask)).toHaveLength(1);
});

test("a repeated press while one is in flight fails with the first one, and the next press retries", async () => {
  const { result, sent, answer } = renderUse(
    () => useEndpointMutation(addTask, { done: null, failed }),
    [refuse(addTask, "internal", "Broken")],
  );
  await screen.findByText("Drawn");
  await act(async () => {
    const presses = [result.current.mutateAsync({ body }), result.current.mutateAsync({ body })];
    const settled = await Promise.allSettled(presses);
    expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });
  expect(sent(addTask)).toHaveLength(1);
  answer(reply(addTask, task));
  await act(() => result.current.mutateAsync({ body }));
  const keys = sent(addTask).map(({ headers }) => headers.get("idempotency-key"));
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
});

test("mutate does the same: two presses at the same moment send once", async () => {
  const { result, sent } = renderUse(
    () => useEndpointMutation(changeTask, { done: "Task Updated", failed }),
    [reply(changeTask, task)],
  );
  await screen.findByText("Drawn");
  const change = { params: { id: "5" }, body: { status: "Done" } } as const;
  act(() => {
    result.current.mutate(change);
    result.current.mutate(change);
  });
  await screen.findByText("Task Updated");
  expect(sent(changeTask)).toHaveLength(1);
});

test("an action that Undo reverted can be repeated at once", async () => {
  const { result, sent, hand } = renderUse(
    () => useEndpointMutation(changeTask, { done: "Task Updated", failed, undo: () => undefined }),
    [reply(changeTask, task)],
  );
  await screen.findByText("Drawn");
  const change = { params: { id: "5" }, body: { status: "Done" } } as const;
  await act(() => result.current.mutateAsync(change));
  await hand.click(await screen.findByRole("button", { name: "Undo" }));
  await act(() => result.current.mutateAsync(change));
  expect(sent(changeTask)).toHaveLength(2);
});

test("a refetch replaces a first request that hangs", async () => {
  const pending = Promise.withResolvers<Task[]>();
  let asked = 0;
  const answer = () => (asked++ === 0 ? pending.promise : [task]);
  const { result } = renderUse(() => useCall(listTasks, {}), [reply(listTasks, answer)]);
  await waitFor(() => expect(asked).toBe(1));
  await act(() => result.current.refetch());
  await waitFor(() => expect(result.current.data).toEqual([task]));
  expect(asked).toBe(2);
  pending.resolve([]);
});
