import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { PictureField } from "./PictureField.tsx";

test("a picture that could not be sent is kept for a retry, a refused one is not", async () => {
  const send = vi.fn<(file: File) => Promise<boolean>>();
  render(
    <PictureField
      legend="Photo"
      label="Patient photo"
      picture={null}
      chooseLabel="Add Photo"
      busyLabel="Saving…"
      hint="Saved immediately."
      send={send}
    />,
  );
  const file = new File(["x"], "face.png", { type: "image/png" });
  const choose = () =>
    fireEvent.change(screen.getByLabelText("Patient photo"), { target: { files: [file] } });
  send.mockResolvedValueOnce(true).mockResolvedValue(false);
  choose();
  fireEvent.click(await screen.findByRole("button", { name: "Try Again: face.png" }));
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  expect(send.mock.calls[1]?.[0]).toBe(file);
  await waitFor(() => expect(screen.getByRole("button", { name: "Add Photo" })).toBeDefined());
  expect(screen.queryByRole("button", { name: /Try Again/ })).toBeNull();
});
