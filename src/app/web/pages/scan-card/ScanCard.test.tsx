import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderScreen } from "#web/testing.tsx";
import { ScanCardButton } from "./ScanCardButton.tsx";

class FakeTrack extends EventTarget {
  readyState = "live";
  facing: string | undefined;
  stop = () => {
    this.readyState = "ended";
  };
  getSettings = () => ({ facingMode: this.facing });
}

let tracks: FakeTrack[];
/** The codes in the next frames. */
let codes: (string | null)[];
let detect: () => Promise<{ rawValue: string }[]>;
let getUserMedia: () => Promise<unknown>;

const openCamera = async (facing?: string) => {
  const track = Object.assign(new FakeTrack(), { facing });
  tracks.push(track);
  return { getTracks: () => [track], getVideoTracks: () => [track] };
};
const refusedWith = (name: string) => () => Promise.reject(new DOMException("", name));
const running = () => tracks.filter(({ readyState }) => readyState === "live").length;

beforeEach(() => {
  tracks = [];
  codes = [];
  getUserMedia = () => openCamera();
  detect = async () => {
    const code = codes.shift();
    return code ? [{ rawValue: code }] : [];
  };
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal(
    "navigator",
    Object.assign(navigator, { mediaDevices: { getUserMedia: () => getUserMedia() } }),
  );
  vi.stubGlobal(
    "BarcodeDetector",
    class {
      static getSupportedFormats = async () => ["qr_code"];
      detect = () => detect();
    },
  );
  const video = HTMLVideoElement.prototype;
  vi.spyOn(video, "play").mockResolvedValue();
  vi.spyOn(video, "videoWidth", "get").mockReturnValue(1280);
  vi.spyOn(video, "videoHeight", "get").mockReturnValue(720);
  vi.stubGlobal("createImageBitmap", async () => ({ close: () => undefined }));
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function openScanner() {
  const onNumber = vi.fn<(number: string) => void>();
  const { hand } = renderScreen(<ScanCardButton onNumber={onNumber} />);
  return {
    onNumber,
    hand,
    open: async () => hand.click(await screen.findByRole("button", { name: "Scan card" })),
  };
}

const noCard = "This isn't a patient card.";

it("returns the number of the first card it sees, and turns the camera off", async () => {
  codes = [null, "https://klinika.example/verify/AB12", " 20240115-001 "];
  const { onNumber, open } = openScanner();
  await open();
  await screen.findByText(noCard, { exact: false });
  expect(running()).toBe(1);
  await vi.waitFor(() => expect(onNumber.mock.calls).toEqual([["20240115-001"]]));
  await vi.waitFor(() => expect(running()).toBe(0));
  expect(screen.queryByRole("dialog")).toBe(null);
});

it.each(["WIFI:S:clinic;P:secret;;", "BEGIN:VCARD\nFN:Ana\nEND:VCARD", "a".repeat(51), "tel:+639171234567"])(
  "%j is not a card",
  async (code) => {
    codes = [code];
    const { onNumber, open } = openScanner();
    await open();
    await screen.findByText(noCard, { exact: false });
    expect(onNumber).not.toHaveBeenCalled();
  },
);

it.each([
  ["NotAllowedError", "The camera is blocked."],
  ["NotFoundError", "No camera found."],
  ["OverconstrainedError", "No camera found."],
  ["NotReadableError", "The camera is in use."],
  ["AbortError", "The camera is in use."],
  ["UnknownError", "The camera did not start."],
])("%s: %s, and it can be tried again", async (name, title) => {
  getUserMedia = refusedWith(name);
  const { hand, open } = openScanner();
  await open();
  expect((await screen.findByRole("alert")).textContent).toMatch(/type the number on the card\./);
  screen.getByText(title);
  getUserMedia = () => openCamera();
  await hand.click(screen.getByRole("button", { name: "Try Again" }));
  await screen.findByText("Hold the card's QR code inside the frame.");
  expect(screen.queryByRole("alert")).toBe(null);
});

it("explains on a plain http address why there is no camera, without requesting it", async () => {
  vi.stubGlobal("isSecureContext", false);
  Object.assign(navigator, { mediaDevices: undefined });
  const { open } = openScanner();
  await open();
  await screen.findByText("The camera needs a secure address.");
  expect(screen.queryByRole("button", { name: "Try Again" })).toBe(null);
});

it("is not offered by a browser without cameras", async () => {
  Object.assign(navigator, { mediaDevices: undefined });
  renderScreen(
    <p>
      Palette <ScanCardButton onNumber={() => undefined} />
    </p>,
  );
  await screen.findByText("Palette");
  expect(screen.queryByRole("button")).toBe(null);
});

it("says when starting takes long, and what to check", async () => {
  let give = () => undefined as unknown;
  getUserMedia = () =>
    new Promise((resolve) => {
      give = () => resolve(openCamera());
    });
  const { open } = openScanner();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await open();
  await screen.findByText(/^Starting the camera\. If the browser asks/);
  await act(() => vi.advanceTimersByTimeAsync(4000));
  screen.getByText(/^The camera is still starting/);
  give();
  await screen.findByText(/^Hold the card's QR code/);
});

it("turns the camera off after two minutes without a card", async () => {
  const { open } = openScanner();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await open();
  await screen.findByText(/^Hold the card's QR code/);
  await act(() => vi.advanceTimersByTimeAsync(120_000));
  screen.getByText("The camera was turned off.");
  expect(running()).toBe(0);
});

it("turns off a camera that is granted after the dialog was closed", async () => {
  let give = () => undefined as unknown;
  getUserMedia = () =>
    new Promise((resolve) => {
      give = () => resolve(openCamera());
    });
  const { hand, open } = openScanner();
  await open();
  await screen.findByText(/^Starting the camera/);
  await hand.keyboard("{Escape}");
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBe(null));
  give();
  await vi.waitFor(() => expect(tracks).toHaveLength(1));
  await vi.waitFor(() => expect(running()).toBe(0));
});

it("is off while the page is hidden, and on again with it", async () => {
  const { open } = openScanner();
  await open();
  await screen.findByText(/^Hold the card's QR code/);
  const state = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  expect(running()).toBe(0);
  state.mockReturnValue("visible");
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.waitFor(() => expect(running()).toBe(1));
});

it("says when the camera is unplugged", async () => {
  const { open } = openScanner();
  await open();
  await screen.findByText(/^Hold the card's QR code/);
  tracks[0]?.dispatchEvent(new Event("ended"));
  await screen.findByText("The camera stopped.");
});

it("mirrors a front camera, not a back camera", async () => {
  const { hand, open } = openScanner();
  await open();
  await screen.findByText(/^Hold the card's QR code/);
  const video = () => document.querySelector("video")?.style.transform;
  expect(video()).toBe("scaleX(-1)");
  await hand.keyboard("{Escape}");
  getUserMedia = () => openCamera("environment");
  await open();
  await screen.findByText(/^Hold the card's QR code/);
  expect(video()).toBe("none");
});

/** A library that returns the next code; it is loaded when the browser has no detector. */
function stubLibrary({ isGone = false } = {}) {
  const started = vi.fn<(address: string) => void>();
  const stopped = vi.fn<() => void>();
  class FakeWorker {
    onmessage?: (event: { data: string | null }) => void;
    onerror?: (event: Event) => void;
    constructor(address: URL) {
      started(address.pathname);
    }
    postMessage() {
      if (isGone) this.onerror?.(new Event("error"));
      else this.onmessage?.({ data: codes.shift() ?? null });
    }
    terminate = stopped;
  }
  vi.stubGlobal("Worker", FakeWorker);
  return { started, stopped };
}

it.each([
  ["does not read QR codes", () => Promise.reject(new DOMException("", "NotSupportedError"))],
  ["has no reader", undefined],
])("reads with a library in a browser that %s", async (_why, failing) => {
  if (failing) detect = failing;
  else vi.stubGlobal("BarcodeDetector", undefined);
  const { started, stopped } = stubLibrary();
  codes = ["20240115-001"];
  const { onNumber, open } = openScanner();
  await open();
  await vi.waitFor(() => expect(onNumber).toHaveBeenCalledWith("20240115-001"));
  expect(started.mock.calls).toEqual([[expect.stringMatching(/read-code\.worker/)]]);
  await vi.waitFor(() => expect(stopped).toHaveBeenCalled());
});

it("turns the camera off and says so when the library fails to load", async () => {
  vi.stubGlobal("BarcodeDetector", undefined);
  stubLibrary({ isGone: true });
  const { open } = openScanner();
  await open();
  await screen.findByText("Cards can't be read right now.");
  expect(running()).toBe(0);
});
