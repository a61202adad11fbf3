import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { exportPatients } from "#features/patients/contract.ts";
import { refuse, renderScreen, reply } from "../testing.tsx";
import { ExportButton } from "./ExportButton.tsx";

const save = vi.fn();
URL.createObjectURL = (file) => {
  save(file);
  return "blob:test";
};

const button = (
  <ExportButton
    endpoint={exportPatients}
    sent={{}}
    total={3}
    nothing="None."
    failed="Failed to export patients"
  >
    Export
  </ExportButton>
);

/** Rows that are released one by one. */
function slowFile() {
  let more: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      more = controller;
    },
  });
  return {
    answer: {
      endpoint: exportPatients,
      respond: () =>
        new Response(body, { headers: { "content-disposition": "attachment; filename*=UTF-8''list.csv" } }),
    },
    send: (text: string) => more?.enqueue(new TextEncoder().encode(text)),
    end: () => more?.close(),
    breakOff: () => more?.error(new TypeError("terminated")),
  };
}

test("a long export shows its progress, then the number of rows", async () => {
  const file = slowFile();
  const { hand } = renderScreen(button, { answers: [file.answer] });
  await hand.click(await screen.findByRole("button", { name: "Export" }));
  file.send("Patient\r\nAna\r\n");
  const bar = await screen.findByRole("progressbar", {}, { timeout: 3000 });
  expect(bar.getAttribute("aria-valuenow")).toBe("33");
  screen.getByText("1 row of 3");
  file.send('"Ben\r\nthe second"\r\n');
  await screen.findByText("2 rows of 3");
  file.end();
  await screen.findByText("2 rows exported");
  expect(save).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
});

test("a long export can be cancelled, and nothing is saved", async () => {
  save.mockClear();
  const file = slowFile();
  const { hand } = renderScreen(button, { answers: [file.answer] });
  await hand.click(await screen.findByRole("button", { name: "Export" }));
  file.send("Patient\r\nAna\r\n");
  await hand.click(await screen.findByRole("button", { name: "Cancel" }, { timeout: 3000 }));
  file.breakOff();
  await screen.findByText("Export cancelled");
  expect(save).not.toHaveBeenCalled();
});

test("an incomplete export is not saved", async () => {
  save.mockClear();
  const file = slowFile();
  const { hand } = renderScreen(button, { answers: [file.answer] });
  await hand.click(await screen.findByRole("button", { name: "Export" }));
  file.send("Patient\r\nAna\r\n");
  file.breakOff();
  await screen.findByText("Error");
  expect(save).not.toHaveBeenCalled();
});

test("a refusal has the server's message, a file with only a header the empty one", async () => {
  save.mockClear();
  const { hand, answer } = renderScreen(button, {
    answers: [refuse(exportPatients, "forbidden", "You do not have permission to do this.")],
  });
  await hand.click(await screen.findByRole("button", { name: "Export" }));
  await screen.findByText("You do not have permission to do this.");
  answer(reply(exportPatients, new Blob(["Patient\r\n"])));
  await hand.click(screen.getByRole("button", { name: "Export" }));
  await screen.findByText("Nothing to export");
  expect(save).not.toHaveBeenCalled();
});
