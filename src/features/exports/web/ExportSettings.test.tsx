import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  addExport,
  cancelExport,
  type Export,
  linkExport,
  listExports,
  oneExport,
} from "#features/exports/contract.ts";
import { loseConnection, refuse, renderScreen, reply } from "#web/testing.tsx";
import { ExportSettings } from "./ExportSettings.tsx";

const anExport = (more: Partial<Export> = {}): Export => ({
  id: 7,
  state: "ready",
  hasPapers: true,
  part: null,
  done: 1200,
  total: 1200,
  bytes: 2_140_000,
  patients: 600,
  files: 12,
  problem: null,
  createdAt: "2026-11-20T02:42:00Z",
  createdByName: "Rafael Peñaflor",
  readyAt: "2026-11-20T02:43:00Z",
  expiresAt: "2026-11-21T02:43:00Z",
  ...more,
});

test("shows an empty state, and starts the first one", async () => {
  const { hand, sent } = renderScreen(<ExportSettings />, {
    answers: [reply(listExports, []), reply(addExport, anExport({ state: "waiting" }))],
  });
  await screen.findByText("Nothing exported yet");
  await hand.click(screen.getByRole("button", { name: "Make an Export" }));
  expect(sent(addExport)).toMatchObject([{ body: { hasPapers: true } }]);
});

test("shows the progress, and cancels after a confirmation", async () => {
  const running = anExport({ state: "running", part: "csv/record_history.csv", done: 300, bytes: null });
  const { hand, sent } = renderScreen(<ExportSettings />, {
    answers: [
      reply(listExports, [running]),
      reply(oneExport, running),
      reply(cancelExport, { ...running, state: "cancelled" }),
    ],
  });
  expect((await screen.findByRole("progressbar", { name: "Export" })).getAttribute("aria-valuenow")).toBe(
    "25",
  );
  screen.getByText(/Writing record history\. 300 of 1,200/);
  expect(screen.queryByRole("button", { name: "Make an Export" })).toBeNull();
  await hand.click(screen.getByRole("button", { name: "Cancel Export" }));
  expect(sent(cancelExport)).toHaveLength(0);
  const dialog = await screen.findByRole("alertdialog");
  await hand.click(within(dialog).getByRole("button", { name: "Cancel Export" }));
  expect(sent(cancelExport)).toMatchObject([{ params: { id: "7" } }]);
});

test("shows until when one is available, and why a download was refused", async () => {
  const { hand, sent } = renderScreen(<ExportSettings />, {
    answers: [
      reply(listExports, [
        anExport(),
        anExport({ id: 6, state: "failed", problem: "No room.", bytes: null }),
      ]),
      refuse(linkExport, "unusable", "This export is not ready, or has expired. Make a new one."),
    ],
  });
  await screen.findByText("2.1 MB · 600 patients · 12 files · Rafael Peñaflor");
  screen.getByText(/Can be downloaded until/);
  screen.getByText("No room.");
  await hand.click(screen.getByRole("button", { name: /^Download the export/ }));
  expect(sent(linkExport)).toHaveLength(1);
  await screen.findByText(/has expired/);
});

test("retries when exports fail to load", async () => {
  renderScreen(<ExportSettings />, { answers: [loseConnection(listExports)] });
  await screen.findByText("Failed to load the exports");
});
