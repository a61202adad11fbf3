import { screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { renderScreen } from "#web/testing.tsx";
import { Field } from "./Field.tsx";
import { QuickTextArea } from "./QuickTextArea.tsx";
import { TextInput } from "./TextInput.tsx";

const expansions = [
  { name: "htn-new", title: "High blood pressure, newly found", text: "New." },
  { name: "htn", title: "Hypertension follow-up", text: "Since {year}. Home BP {average}." },
  { name: "lbp", title: "Low back pain", text: "Low back pain for {days}." },
];

const show = () => {
  const onTyping = vi.fn();
  const shown = renderScreen(
    <>
      <Field label="History">
        <QuickTextArea expansions={expansions} onTyping={onTyping} />
      </Field>
      <Field label="Next">
        <TextInput />
      </Field>
    </>,
  );
  const field = async () => (await screen.findByLabelText("History")) as HTMLTextAreaElement;
  const selected = async () => {
    const { value, selectionStart, selectionEnd } = await field();
    return value.slice(selectionStart, selectionEnd);
  };
  return { ...shown, onTyping, field, selected };
};

describe("a quick text", () => {
  it("is offered for a dot and letters, and Enter inserts it with its first blank selected", async () => {
    const { hand, field, selected, onTyping } = show();
    await hand.type(await field(), "BP check. .htn");
    expect(onTyping).toHaveBeenCalled();
    // The shortest name first.
    expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
      ".htnHypertension follow-up",
      ".htn-newHigh blood pressure, newly found",
    ]);
    await hand.keyboard("{Enter}");
    expect((await field()).value).toBe("BP check. Since {year}. Home BP {average}.");
    expect(await selected()).toBe("{year}");
    expect(screen.getByText(/^To fill:/).textContent).toBe("To fill: year · average");
    // On a phone without a Tab key, blanks are filled by pressing.
    await hand.click(screen.getByRole("button", { name: "average" }));
    expect(await selected()).toBe("{average}");
    expect(document.activeElement).toBe(await field());
    await hand.click(screen.getByRole("button", { name: "year" }));
    expect(await selected()).toBe("{year}");
    expect(screen.queryByRole("option")).toBeNull();
  });

  it("is filled blank by blank with Tab, back with Shift+Tab, and Tab leaves the field after the last", async () => {
    const { hand, field, selected } = show();
    await hand.type(await field(), ".htn");
    await hand.keyboard("{Tab}");
    await hand.keyboard("2011{Tab}");
    expect(await selected()).toBe("{average}");
    await hand.tab({ shift: true });
    // A filled blank is no longer one: there is none before.
    expect(document.activeElement).not.toBe(await field());
    await hand.click(await field());
    (await field()).setSelectionRange(0, 0);
    await hand.tab();
    expect(await selected()).toBe("{average}");
    await hand.keyboard("140/90{Tab}");
    expect((await field()).value).toBe("Since 2011. Home BP 140/90.");
    expect(screen.getByLabelText("Next")).toBe(document.activeElement);
    expect(screen.queryByText(/To fill/)).toBeNull();
  });

  it("is found by a word of its title, chosen with the arrows, and Escape keeps what was typed", async () => {
    const { hand, field } = show();
    await hand.type(await field(), ".back");
    expect(screen.getByRole("option").textContent).toContain(".lbp");
    await hand.keyboard("{Escape}");
    expect(screen.queryByRole("option")).toBeNull();
    expect((await field()).value).toBe(".back");
    await hand.clear(await field());
    await hand.type(await field(), ".h{ArrowDown}{Enter}");
    expect((await field()).value).toBe("New.");
  });

  it("is not offered after the end of a sentence or a number", async () => {
    const { hand, field } = show();
    await hand.type(await field(), "pain.htn .5");
    expect(screen.queryByRole("option")).toBeNull();
    await hand.keyboard("{Enter}");
    expect((await field()).value).toBe("pain.htn .5\n");
  });
});
