import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ApiError } from "./data/api-error.ts";
import { QueryList } from "./QueryList.tsx";
import { renderScreen } from "./testing.tsx";

const idle = { error: null, isFetching: false, refetch: vi.fn() };
type Query = Parameters<typeof QueryList<readonly string[]>>[0]["query"];
type Pages = { pages: { rows: string[]; total: number | null }[] };

const show = (query: Query) =>
  renderScreen(
    <QueryList query={query} title="Failed to load names" skeleton={null} empty={<p>No names</p>}>
      {(names) => <p>{names.join(", ")}</p>}
    </QueryList>,
  );

test("shows the rows, or what stands instead of none", async () => {
  show({ ...idle, data: ["Ana", "Ben"] });
  expect(await screen.findByText("Ana, Ben")).toBeTruthy();
  show({ ...idle, data: [] });
  expect(await screen.findByText("No names")).toBeTruthy();
});

test("shows neither while there is no answer, and an error with Try Again", async () => {
  const refetch = vi.fn();
  const { hand } = show({ ...idle, data: undefined, error: new ApiError(0, {}, "offline"), refetch });
  expect(await screen.findByText("Failed to load names")).toBeTruthy();
  expect(screen.getByText("You're offline. Reconnect and try again.")).toBeTruthy();
  expect(screen.queryByText("No names")).toBeNull();
  await hand.click(screen.getByRole("button", { name: "Try Again" }));
  expect(refetch).toHaveBeenCalled();
});

test("joins the pages, and loads the next one", async () => {
  const fetchNextPage = vi.fn();
  const data: Pages = {
    pages: [
      { rows: ["Ana"], total: 3 },
      { rows: ["Ben"], total: null },
    ],
  };
  const { hand } = renderScreen(
    <QueryList query={{ ...idle, data, hasNextPage: true, fetchNextPage }} title="" skeleton={null}>
      {(names, foot) => (
        <>
          <p>{names.join(", ")}</p>
          {foot}
        </>
      )}
    </QueryList>,
  );
  expect(await screen.findByText("Ana, Ben")).toBeTruthy();
  await hand.click(screen.getByRole("button"));
  expect(fetchNextPage).toHaveBeenCalled();
});
