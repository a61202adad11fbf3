import "./display.css";
import type { Display } from "#features/visits/contract.ts";
import { formatClock } from "#shared/formats/dates.ts";
import { dateNow, deviceTime, noteServerTime, onTimeCorrected } from "#web/clock.ts";

/*
 * The waiting room's screen: numbers, no other patient data. Without the application's libraries, and with nothing newer
 * than Chrome 70 (scripts/small-pages.ts), for a cheap television's browser. The link's token follows the # of the address, which no server and no log sees.
 */

const pollEvery = 5_000;
/** ms. A network that drops everything reports no error for minutes. */
const answerWithin = 10_000;
/** Failures in a row after which the page says that it is out of date. */
const patience = 3;

const part = <Element extends HTMLElement>(id: string) => document.getElementById(id) as Element;
const [clinic, clock, one, serving, next, several, trouble] = [
  "clinic",
  "clock",
  "one",
  "serving",
  "next",
  "doctors",
  "trouble",
].map(part) as [HTMLElement, HTMLElement, HTMLElement, HTMLElement, HTMLElement, HTMLElement, HTMLElement];
const sound = part<HTMLButtonElement>("sound");

/** A doctor's queue; without a letter, the only one. */
type Queue = { letter: string; serving: readonly string[]; calledAt: string | null };

/** What was shown at the last update; null before the first. */
let shown: readonly Queue[] | null = null;
/** Called last, highlighted until the next call. */
let marked: readonly string[] = [];
let readAt: Date | null = null;
let failures = 0;

function draw(display: Display): void {
  const { clinicName, placeName, primaryColor, doctors } = display;
  clinic.textContent = placeName === null ? clinicName : `${clinicName} · ${placeName}`;
  if (/^#[\da-f]{6}$/i.test(primaryColor))
    document.documentElement.style.setProperty("--brand", primaryColor);
  announce(doctors || [{ letter: "", serving: display.serving.map(String), calledAt: display.calledAt }]);
  one.hidden = doctors !== undefined;
  several.hidden = doctors === undefined;
  several.textContent = "";
  several.className = doctors && doctors.length > 3 ? "many" : "";
  if (doctors) for (const doctor of doctors) several.append(columnOf(doctor));
  else drawOne(display);
}

/** Chimes for who is called, and marks the number. */
function announce(queues: readonly Queue[]): void {
  if (shown !== null) {
    let called: string[] = [];
    for (const queue of queues) called = called.concat(calledOf(queue, shown));
    // Somebody who leaves the doctor changes the numbers too.
    if (called.length > 0) {
      chime();
      marked = called;
    }
  }
  shown = queues;
}

function calledOf({ letter, serving: served, calledAt }: Queue, before: readonly Queue[]): readonly string[] {
  const was = before.filter((queue) => queue.letter === letter)[0];
  const added = served.filter((number) => !was || was.serving.indexOf(number) < 0);
  // Later than the last call: somebody is called again.
  return added.length === 0 && was && (calledAt || "") > (was.calledAt || "") ? served.slice(0, 1) : added;
}

function drawOne({ serving: served, next: coming, waiting }: Display): void {
  const numbers = served.map(String);
  serving.textContent = served.length === 0 ? "Nobody" : "";
  appendNumbers(serving, numbers);
  serving.className =
    served.length === 0 ? "nobody" : served.length > 1 || numbers.join(" ").length > 2 ? "several" : "";
  next.textContent = "";
  for (const [index, { number, minutes }] of coming.entries()) next.append(row(number, minutes, index === 0));
  if (coming.length === 0) {
    const nobody = document.createElement("li");
    nobody.textContent = "Nobody is waiting";
    next.append(nobody);
  } else if (waiting > coming.length) {
    const more = document.createElement("li");
    more.textContent = `${waiting - coming.length} more waiting`;
    next.append(more);
  }
}

function appendNumbers(to: HTMLElement, numbers: readonly string[]): void {
  numbers.forEach((number, index) => {
    if (index > 0) to.append(" ");
    to.append(element(marked.indexOf(number) < 0 ? "span" : "mark", number));
  });
}

function element(name: string, text: string, className = ""): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
}

/** Shown of those who are next, with a dash where there are fewer. */
const shownNext = 3;

/** A doctor with the number that is there, and who is next. */
function columnOf({ letter, name, serving: served, next: coming }: NonNullable<Display["doctors"]>[number]) {
  const column = element("section", "", "column");
  column.setAttribute("aria-label", name);
  const head = element("div", "", "doctor");
  head.append(element("b", letter, `letter ink-${(letter.charCodeAt(letter.length - 1) - 65) % 8}`));
  head.append(element("h1", name));
  const now = element("p", served.length === 0 ? "Nobody" : "", served.length === 0 ? "now nobody" : "now");
  if (served.length > 1) now.className = "now two";
  now.setAttribute("role", "status");
  appendNumbers(now, served);
  const list = element("ol", "", "coming");
  for (let index = 0; index < shownNext; index += 1) {
    const waits = coming[index];
    list.append(element("li", waits ? waits.number : "–", waits ? "waits" : "waits none"));
  }
  column.append(
    head,
    element("h2", "Now serving", "column-label"),
    now,
    element("h2", "Next", "column-label"),
    list,
  );
  return column;
}

function row(number: number, minutes: number | null, isFirst: boolean): HTMLLIElement {
  const item = document.createElement("li");
  item.append(element("b", String(number)));
  if (minutes !== null) item.append(`${isFirst ? "in about " : ""}${minutes} minutes`);
  return item;
}

/** The last state stays; a revoked link shows nothing any more. */
async function refresh(): Promise<void> {
  const answer = await ask();
  if (answer === null) fail();
  else if (answer === "revoked") {
    draw({
      clinicName: "",
      placeName: null,
      primaryColor: "",
      serving: [],
      calledAt: null,
      next: [],
      waiting: 0,
    });
    tell("This link is no longer valid. Ask the clinic for a new one.");
  } else {
    draw(answer);
    readAt = dateNow();
    failures = 0;
    tell(null);
  }
}

/** Null without an answer. */
async function ask(): Promise<Display | "revoked" | null> {
  const token = location.hash.slice(1);
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), answerWithin);
  try {
    const sentAt = deviceTime();
    const answer = await fetch(`/api/display/${encodeURIComponent(token)}`, { signal: stop.signal });
    noteServerTime(answer.headers.get("date"), sentAt);
    if (answer.status === 404 || answer.status === 400) return "revoked";
    return answer.ok ? ((await answer.json()) as Display) : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** One request at a time, so that a late response never replaces a newer one. */
async function poll(): Promise<void> {
  await refresh();
  setTimeout(() => void poll(), pollEvery);
}

function fail(): void {
  failures += 1;
  if (failures < patience) return;
  tell(readAt ? `No connection. Last updated ${formatClock(readAt)}.` : "No connection. Trying again…");
}

function tell(text: string | null): void {
  trouble.className = "";
  trouble.hidden = text === null;
  trouble.textContent = text;
}

/** Browsers play sound only after a user's press. */
let audio: AudioContext | null = null;
function chime(): void {
  if (!audio) return;
  const start = audio.currentTime;
  for (const [index, pitch] of [660, 880].entries()) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = pitch;
    const at = start + index * 0.25;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(0.15, at + 0.03);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.6);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.6);
  }
}
sound.addEventListener("click", () => {
  if (audio) {
    void audio.close();
    audio = null;
  } else {
    audio = new AudioContext();
    chime();
  }
  sound.textContent = audio ? "Sound on" : "Sound off";
  sound.setAttribute("aria-pressed", String(audio !== null));
});

const tick = () => {
  clock.textContent = formatClock(dateNow());
};
tick();
setInterval(tick, 1_000);
onTimeCorrected(tick);
// In an older browser the page keeps the sentence that it needs a newer one.
if (typeof AbortController === "function") {
  tell(null);
  void poll();
}
addEventListener("hashchange", () => location.reload());
