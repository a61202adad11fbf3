import { act, screen, within } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { renderScreen } from "#web/testing.tsx";
import { fakeUploads } from "#web/testing-uploads.ts";
import { MedicalFileDrop, type SentFile } from "./MedicalFileDrop.tsx";

const pending = vi.fn();

function Form() {
  const [files, setFiles] = useState<readonly SentFile[]>([]);
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      {isOpen && (
        <MedicalFileDrop
          category="laboratory"
          label="Laboratory"
          value={files}
          onChange={setFiles}
          onPending={pending}
        />
      )}
      <button type="button" onClick={() => setOpen(false)}>
        Close
      </button>
      <output>{files.map(({ done }) => done).join(" ")}</output>
    </>
  );
}

async function chosen(...names: string[]) {
  const uploads = fakeUploads();
  const { hand } = renderScreen(<Form />);
  await screen.findByRole("group", { name: "Laboratory" });
  const picker = document.querySelector<HTMLInputElement>("input[type=file]");
  if (!picker) throw new Error("No file field");
  const files = names.map((name) => new File(["%PDF"], name, { type: "application/pdf" }));
  await hand.upload(picker, files);
  return { uploads, hand };
}
const row = (name: string) => within(screen.getByText(name).closest("li") as HTMLElement);

test("each file is uploaded separately, with its progress", async () => {
  const { uploads } = await chosen("a.pdf", "b.pdf");
  expect(uploads.map(({ names }) => names)).toEqual([["a.pdf"], ["b.pdf"]]);
  act(() => uploads[0]?.progress(0.62));
  expect(row("a.pdf").getByRole("progressbar").getAttribute("aria-valuenow")).toBe("62");
  await act(async () => uploads[0]?.answer(200, { files: ["1.pdf"], refused: [] }));
  expect(screen.getByRole("status").textContent).toBe("1.pdf");
  expect(pending).toHaveBeenLastCalledWith(1, 0);
});

test("a refused file is named with its reason, and is not retried", async () => {
  const { uploads } = await chosen("a.pdf");
  const refused = [{ name: "a.pdf", reason: "This isn't a valid PDF file." }];
  await act(async () => uploads[0]?.answer(415, { code: "wrong_type", message: "a.pdf: x", refused }));
  expect(row("a.pdf").getByRole("alert").textContent).toBe("This isn't a valid PDF file.");
  expect(row("a.pdf").queryByRole("button", { name: /Try Again/ })).toBeNull();
  expect(pending).toHaveBeenLastCalledWith(0, 0);
});

test("a failed upload is reported twice, and Retry repeats it", async () => {
  const { uploads, hand } = await chosen("a.pdf");
  await act(async () => uploads[0]?.breakOff());
  expect(row("a.pdf").getByRole("alert").textContent).toMatch(/^Upload failed\. You're offline/);
  await screen.findByText("Failed to upload files");
  expect(pending).toHaveBeenLastCalledWith(0, 1);
  await hand.click(screen.getByRole("button", { name: "Try Again: a.pdf" }));
  await act(async () => uploads[1]?.answer(200, { files: ["1.pdf"], refused: [] }));
  expect(screen.getByRole("status").textContent).toBe("1.pdf");
});

test("a server error is shown with its reference", async () => {
  const { uploads } = await chosen("a.pdf");
  await act(async () => uploads[0]?.answer(500, { code: "internal", message: "x", reference: "7F3K" }));
  await screen.findByText("a.pdf: The server did not answer. (reference 7F3K)");
});

test("Cancel aborts the upload, and so does unmounting", async () => {
  const { uploads, hand } = await chosen("a.pdf", "b.pdf");
  await hand.click(screen.getByRole("button", { name: "Cancel a.pdf" }));
  expect(uploads.map(({ isAborted }) => isAborted)).toEqual([true, false]);
  expect(screen.queryByText("a.pdf")).toBeNull();
  await hand.click(screen.getByRole("button", { name: "Close" }));
  expect(uploads.map(({ isAborted }) => isAborted)).toEqual([true, true]);
});
