import { screen } from "@testing-library/react";
import { useState } from "react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { surviveTranslation } from "./survive-translation.ts";
import { renderScreen } from "./testing.tsx";

const { removeChild, insertBefore } = Node.prototype;
beforeAll(surviveTranslation);
afterAll(() => Object.assign(Node.prototype, { removeChild, insertBefore }));

/** As a browser does it: each text into two font elements. */
function translate(root: Element): void {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const all: Text[] = [];
  while (texts.nextNode()) all.push(texts.currentNode as Text);
  for (const text of all) {
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    text.replaceWith(outer);
    outer.append(inner);
    inner.append(text);
  }
}

function Search() {
  const [typed, setTyped] = useState("");
  return (
    <div data-testid="page">
      <input aria-label="Search" onChange={(event) => setTyped(event.target.value)} />
      {typed === "" && "All patients"}
      {typed.length === 1 && <b>Searching</b>}
      {typed.length > 1 ? `Found ${typed}` : "Type more"}
    </div>
  );
}

test("a translated page still shows what is typed for", async () => {
  const { hand } = renderScreen(<Search />);
  const page = await screen.findByTestId("page");
  translate(page);
  await hand.type(screen.getByLabelText("Search"), "S");
  expect(page.textContent).toBe("SearchingType more");
  translate(page);
  await hand.type(screen.getByLabelText("Search"), "antos");
  expect(page.textContent).toBe("Found Santos");
  await hand.clear(screen.getByLabelText("Search"));
  expect(page.textContent).toBe("All patientsType more");
});
