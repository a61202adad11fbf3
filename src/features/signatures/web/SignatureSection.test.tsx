import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { type OwnSignature, ownSignature, removeSignature } from "#features/signatures/contract.ts";
import { refuse, renderScreen, reply } from "#web/testing.tsx";
import { fakeUploads } from "#web/testing-uploads.ts";
import { SignatureSection } from "./SignatureSection.tsx";

const none: OwnSignature = { image: null, savedAt: null };
const saved: OwnSignature = { image: "data:image/png;base64,AAAA", savedAt: "2026-11-24T00:12:00Z" };

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** jsdom draws nothing. */
function withCanvas() {
  vi.stubGlobal("Path2D", class {});
  const pen = { scale: vi.fn(), translate: vi.fn(), stroke: vi.fn() };
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(
    pen as unknown as ReturnType<HTMLCanvasElement["getContext"]>,
  );
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((done) => done(new Blob(["png"])));
  return pen;
}

const open = (signature: OwnSignature) =>
  renderScreen(<SignatureSection />, { answers: [reply(ownSignature, signature)] });
const pad = () => screen.findByRole("img", { name: /Pad to sign on|not saved yet/ });
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
function draw(on: Element, ...points: [number, number][]) {
  const [first, ...others] = points;
  fireEvent.pointerDown(on, { pointerId: 1, button: 0, clientX: first?.[0], clientY: first?.[1] });
  for (const [clientX, clientY] of others) fireEvent.pointerMove(on, { pointerId: 1, clientX, clientY });
  fireEvent.pointerUp(on, { pointerId: 1 });
}
const strokes = (on: Element) => on.querySelectorAll("path").length;

test("a signature is drawn, a stroke is taken back, and what is left is saved", async () => {
  const pen = withCanvas();
  const uploads = fakeUploads();
  const { hand, answer } = open(none);
  const on = await pad();
  screen.getByText("None saved: papers are signed by hand");
  expect(button("Undo stroke").disabled).toBe(true);
  draw(on, [10, 40], [30, 12], [60, 44]);
  draw(on, [70, 30], [90, 30]);
  draw(on, [100, 10]);
  expect(strokes(on)).toBe(3);
  await hand.click(button("Undo stroke"));
  expect(strokes(on)).toBe(2);
  await hand.click(button("Save Signature"));
  await waitFor(() => expect(uploads[0]?.address).toBe("/api/practitioners/me/signature"));
  expect(pen.stroke).toHaveBeenCalledTimes(2);
  answer(reply(ownSignature, saved));
  uploads[0]?.answer(200, saved);
  await screen.findByText("Signature saved");
  await screen.findByText("Saved Nov 24, 2026, 8:12 AM");
  screen.getByRole("img", { name: "Your saved signature" });
  expect(strokes(on)).toBe(0);
});

test("what was drawn is kept when it could not be saved, and cleared when the doctor says so", async () => {
  withCanvas();
  const uploads = fakeUploads();
  const { hand } = open(saved);
  const on = await pad();
  draw(on, [10, 40], [30, 12]);
  expect(screen.queryByRole("img", { name: "Your saved signature" })).toBeNull();
  await hand.click(button("Save Signature"));
  await waitFor(() => expect(uploads).toHaveLength(1));
  uploads[0]?.breakOff();
  await screen.findByText(/offline/);
  expect(strokes(on)).toBe(1);
  await hand.click(button("Clear"));
  screen.getByRole("img", { name: "Your saved signature" });
});

test("a picture is uploaded, and a refused one says why", async () => {
  const uploads = fakeUploads();
  const { hand } = open(none);
  await hand.click(await screen.findByRole("button", { name: "Upload" }));
  const field = screen.getByLabelText<HTMLInputElement>("Picture of your signature");
  await hand.upload(field, new File(["png"], "hand.png", { type: "image/png" }));
  await waitFor(() => expect(uploads).toHaveLength(1));
  uploads[0]?.answer(415, { code: "wrong_type", message: "The picture cannot be read. It may be damaged." });
  await screen.findByText("The picture cannot be read. It may be damaged.");
});

test("it is removed, after which papers are signed by hand", async () => {
  const { hand, answer, sent } = open(saved);
  await screen.findByText("Saved Nov 24, 2026, 8:12 AM");
  answer(reply(removeSignature, none));
  answer(reply(ownSignature, none));
  await hand.click(button("Remove"));
  await screen.findByText("None saved: papers are signed by hand");
  expect(sent(removeSignature)).toHaveLength(1);
});

test("says who can place it, where the doctor has colleagues too", async () => {
  open(none);
  await screen.findByText(/Nobody else can place it, not even a secretary/);
  cleanup();
  const doctors = [
    { id: 31, userId: 1, name: "Rafael Peñaflor", letter: "A" },
    { id: 32, userId: 2, name: "Ma. Corazon dela Peña", letter: "B" },
  ];
  renderScreen(<SignatureSection />, { user: { doctors }, answers: [reply(ownSignature, none)] });
  await screen.findByText(/Nobody else can place it, not the owner and not a secretary/);
});

test("one that could not be read is asked for again", async () => {
  const { hand, answer } = renderScreen(<SignatureSection />, {
    answers: [refuse(ownSignature, "internal", "Something went wrong.")],
  });
  const again = await screen.findByRole("button", { name: "Try Again" });
  answer(reply(ownSignature, saved));
  await hand.click(again);
  await screen.findByText("Saved Nov 24, 2026, 8:12 AM");
});
