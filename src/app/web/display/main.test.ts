import { expect, test, vi } from "vitest";

/** Methods that came after Chrome 70. */
const later: [object, string[]][] = [
  [Element.prototype, ["replaceChildren", "checkVisibility", "getHTML"]],
  [Array.prototype, ["at", "findLast", "toSorted", "toSpliced", "toReversed", "with"]],
  [String.prototype, ["at", "replaceAll", "matchAll"]],
  [Object, ["fromEntries", "hasOwn", "groupBy"]],
  [Promise, ["allSettled", "any", "withResolvers"]],
  [globalThis, ["structuredClone", "requestIdleCallback"]],
];

const parts =
  '<b id="clinic"></b><b id="clock"></b><main id="one"><p id="serving"></p><ol id="next"></ol></main><main id="doctors"></main><p id="trouble"></p><button id="sound"></button>';
const answer = {
  clinicName: "Peñaflor Heart Clinic",
  placeName: null,
  primaryColor: "#2b4d8c",
  serving: [4],
  calledAt: "2026-11-28T11:50:00Z",
  next: [{ number: 5, minutes: 10 }],
  waiting: 3,
};
const headers = { date: "Sat, 28 Nov 2026 12:00:00 GMT" };

test("the waiting room's screen needs nothing newer than Chrome 70", async () => {
  document.body.innerHTML = parts;
  vi.spyOn(globalThis, "fetch").mockImplementation(() => Promise.resolve(Response.json(answer, { headers })));
  const removed = later.flatMap(([owner, names]) =>
    names.map((name) => ({ owner, name, was: Object.getOwnPropertyDescriptor(owner, name) })),
  );
  for (const { owner, name } of removed) Reflect.deleteProperty(owner, name);
  try {
    await import("./main.ts");
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  } finally {
    for (const { owner, name, was } of removed) if (was) Object.defineProperty(owner, name, was);
  }
  await vi.waitFor(() => expect(document.getElementById("serving")?.textContent).toBe("4"));
  const next = [...document.querySelectorAll("#next li")].map((item) => item.textContent);
  expect(next).toEqual(["5in about 10 minutes", "2 more waiting"]);
  expect(document.getElementById("trouble")?.hidden).toBe(true);
  expect(document.getElementById("clock")?.textContent).toBe("8:00 PM");
  expect(document.getElementById("doctors")?.hidden).toBe(true);
});

test("a column for each of several doctors, with a dash where nobody else waits", async () => {
  document.body.innerHTML = parts;
  const queue = { calledAt: "2026-11-28T11:50:00Z", waiting: 1 };
  const doctors = [
    {
      letter: "A",
      name: "Rafael Peñaflor",
      serving: ["A-15"],
      next: [{ number: "A-17", minutes: 5 }],
      ...queue,
    },
    { letter: "B", name: "Ma. Corazon dela Peña", serving: [], next: [], ...queue },
  ];
  vi.spyOn(globalThis, "fetch").mockImplementation(() =>
    Promise.resolve(Response.json({ ...answer, doctors }, { headers })),
  );
  vi.resetModules();
  await import("./main.ts");
  await vi.waitFor(() => expect(document.querySelectorAll("#doctors section")).toHaveLength(2));
  const texts = [...document.querySelectorAll("#doctors section")].map((column) => column.textContent);
  expect(texts).toEqual([
    "ARafael PeñaflorNow servingA-15NextA-17––",
    "BMa. Corazon dela PeñaNow servingNobodyNext–––",
  ]);
  expect(document.getElementById("one")?.hidden).toBe(true);
});
