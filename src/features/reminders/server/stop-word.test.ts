import { expect, test } from "vitest";
import { isStopReply } from "./stop-word.ts";

test.each([
  "STOP",
  "stop",
  " Stop. ",
  "STOP!!!",
  "“Stop”",
  "ＳＴＯＰ",
  "STOP 🙏",
  "stop\n",
  "Stop all",
  "STOPALL",

  "please stop",
  "STOP PLEASE",
  "Pls stop po, thank you",
  "Stop na po",
  "Tigil na lang po",
  "ITIGIL NYO NA",

  "paki-stop po",
  "Pakistop",
  "i-stop na",
  "Hunong palihug",
  "undang na",
  "unsubscribe",
  "opt-out",
  "END",
])("%j ends the texts", (message) => {
  expect(isStopReply(message)).toBe(true);
});

test.each([
  "Stop by at 3pm?",
  "Stop over muna ako",
  "Stopover po",
  "stop 3pm",
  "Don't stop",
  "Wag po itigil",

  "Cancel my appointment please",
  "End of month na lang",
  "non-stop po ang ubo",
  "salamat po",
  "",
  "?!",
  "po",
  "When does it stop?",
])("%j does not", (message) => {
  expect(isStopReply(message)).toBe(false);
});
