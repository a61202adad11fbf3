import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderScreen } from "#web/testing.tsx";
import { HistoryList } from "./HistoryList.tsx";

const read = {
  data: { pages: [{ rows: [{ remarks: "Asked to come back with the old chart. ".repeat(8) }], total: 1 }] },
  error: null,
  isFetching: false,
  isFetchingNextPage: false,
  hasNextPage: false,
  refetch: vi.fn(),
  fetchNextPage: vi.fn(),
};

test("a long change is shown in part, and whole on demand", async () => {
  const { hand } = renderScreen(
    <HistoryList
      read={read}
      label="Activity Log"
      empty=""
      lineOf={({ remarks }) => ({
        id: 1,
        at: "2026-11-20T02:42:00Z",
        what: "Patient changed",
        by: "Marites Bañez",
        changes: [
          { label: "Room", before: "512", after: "514" },
          { label: "Remarks", before: null, after: remarks },
        ],
      })}
    />,
  );
  const more = await screen.findByRole("button", { name: "Show more" });
  expect(more.getAttribute("aria-expanded")).toBe("false");
  expect(screen.getByText(/^Remarks/).className).toContain("line-clamp-3");
  await hand.click(more);
  expect(screen.getByText(/^Remarks/).className).not.toContain("line-clamp-3");
});
