import { notifyManager, QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { restMs } from "../first-screen.ts";
import { useProgressiveParts } from "./use-progressive-parts.ts";

let scrollToEnd = () => {};
let isEndInSight = false;

beforeEach(() => {
  notifyManager.setScheduler(queueMicrotask);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  isEndInSight = false;
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(come: (entries: { isIntersecting: boolean }[]) => void) {
        scrollToEnd = () => come([{ isIntersecting: true }]);
      }
      observe() {
        if (isEndInSight) scrollToEnd();
      }
      disconnect() {
        scrollToEnd = () => {};
      }
    },
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

let answerFirst = () => {};

function First() {
  const { data } = useQuery({
    queryKey: ["first"],
    queryFn: () =>
      new Promise<string>((resolve) => {
        answerFirst = () => resolve("answered");
      }),
  });
  return <p>part 1 {data}</p>;
}

function LongPage() {
  const { shown, end } = useProgressiveParts(4);
  return (
    <>
      {shown > 0 && <First />}
      {[2, 3, 4].map((part) => shown >= part && <p key={part}>part {part}</p>)}
      {shown < 4 && <div ref={end} />}
    </>
  );
}

const parts = () => screen.queryAllByText(/^part/).length;

async function openPage() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LongPage />
    </QueryClientProvider>,
  );
  await act(async () => {});
}

async function answer() {
  await act(async () => answerFirst());
  screen.getByText("part 1 answered");
}

test("a part below the fold is rendered when it scrolls into view, one after the other", async () => {
  await openPage();
  await answer();
  expect(parts()).toBe(1);
  await act(async () => scrollToEnd());
  expect(parts()).toBe(2);
  await act(async () => scrollToEnd());
  expect(parts()).toBe(3);
});

test("a visible part waits for the data above it", async () => {
  isEndInSight = true;
  await openPage();
  expect(parts()).toBe(1);
  await answer();
  expect(parts()).toBe(4);
});

test("all are rendered once the page is idle, and a part without data blocks none", async () => {
  await openPage();
  await act(async () => vi.advanceTimersByTime(restMs - 1));
  expect(parts()).toBe(1);
  await act(async () => vi.advanceTimersByTime(1));
  expect(parts()).toBe(2);
  for (let more = 0; more < 2; more++) await act(async () => vi.advanceTimersByTime(restMs));
  expect(parts()).toBe(4);
});
