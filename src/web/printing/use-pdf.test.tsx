import { act, renderHook, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { paperPdf } from "#features/papers/contract.ts";
import { callForFile } from "../data/api.ts";
import { usePdf } from "./use-pdf.ts";

vi.mock("../data/api.ts", () => ({ callForFile: vi.fn() }));

it("shares a PDF, again from the same file when the press was too long ago", async () => {
  vi.mocked(callForFile).mockResolvedValue({
    file: new Blob(["%PDF"]),
    name: "paper.pdf",
    headers: new Headers(),
  });
  const share = vi
    .fn<(data: ShareData) => Promise<void>>()
    .mockRejectedValueOnce(new DOMException("", "NotAllowedError"))
    .mockResolvedValueOnce(undefined);
  Object.defineProperty(navigator, "share", { value: share, configurable: true });
  const sent = { params: { id: "1", paperId: "2" }, query: {} };
  const { result } = renderHook(() => usePdf(paperPdf, sent, "Not shared"));
  await act(() => result.current.fetch("share"));
  await waitFor(() => expect(result.current.failure).toBe("The PDF is ready. Press Share again."));
  await act(() => result.current.fetch("share"));
  expect(result.current.failure).toBeNull();
  expect(callForFile).toHaveBeenCalledTimes(1);
  expect(share.mock.calls[1]?.[0].files?.[0]).toMatchObject({ name: "paper.pdf", type: "application/pdf" });
});
