import { describe, expect, it } from "vitest";
import { blankFrom, blanksOf, piecesOf, typedName } from "./quick-text.ts";

describe("the places of a text", () => {
  it("are the text in braces on one line", () => {
    expect(blanksOf("Cough for {days}, fever {none, highest}.").map(({ words }) => words)).toEqual([
      "days",
      "none, highest",
    ]);
    expect(blanksOf("{} {a\nb} { {x} }").map(({ words }) => words)).toEqual(["x"]);
  });

  it("split it without losing a character", () => {
    const text = "{a} b {c}";
    expect(piecesOf(text)).toEqual([
      { start: 0, text: "{a}", isBlank: true },
      { start: 3, text: " b ", isBlank: false },
      { start: 6, text: "{c}", isBlank: true },
    ]);
    expect(piecesOf("plain")).toEqual([{ start: 0, text: "plain", isBlank: false }]);
    expect(piecesOf("")).toEqual([]);
  });

  it("can be visited in both directions, up to the ends", () => {
    const text = "{a} b {c}";
    const at = (start: number, end = start) => ({ start, end });
    expect(blankFrom(text, at(0), "next")?.words).toBe("a");
    expect(blankFrom(text, at(0, 3), "next")?.words).toBe("c");
    expect(blankFrom(text, at(6, 9), "next")).toBeNull();
    expect(blankFrom(text, at(6, 9), "previous")?.words).toBe("a");
    expect(blankFrom(text, at(0, 3), "previous")).toBeNull();
  });
});

describe("a name that is typed", () => {
  const typed = (text: string) => typedName(text, text.length);
  it("starts with a dot at the start of a word", () => {
    expect(typed(".htn")).toEqual({ name: "htn", start: 0 });
    expect(typed("BP check\n.ht")).toEqual({ name: "ht", start: 9 });
    expect(typed("(.dm2")).toEqual({ name: "dm2", start: 1 });
    expect(typed("see .htn-new")?.name).toBe("htn-new");
  });

  it("is not the end of a sentence, a number or a dot alone", () => {
    for (const text of ["pain.then", "0.5", ".5", "fever .", "...", "e.g", ".htn "])
      expect(typed(text)).toBeNull();
  });
});
