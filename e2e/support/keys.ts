import { test as base, expect, type Locator, type Page } from "@playwright/test";
import { type ClinicAtWork, openClinic } from "./clinic.ts";

export const mariluz = "Ybañez, Mariluz Sarmiento";
export const joaquin = "Abad, Joaquin Luis Fernandez";

/** Records a completed main flow for the figures of the screens. */
export const flow = (name: string) => test.info().annotations.push({ type: "flow", description: name });

/** The keyboard of one user; keys that type no text are counted. */
export class Keys {
  readonly page: Page;
  pressed = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
    this.pressed += keys.length;
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text);
  }

  /** Presses Tab, or Shift+Tab to go back, until the target has the focus. Fails if it is not reached. */
  async tabTo(target: Locator, { atMost = 45, back = false } = {}): Promise<void> {
    await expect(target.first()).toBeVisible();
    const hasFocus = async () => (await target.and(this.page.locator(":focus")).count()) > 0;
    for (let presses = 0; !(await hasFocus()); presses++) {
      if (presses === atMost) throw new Error(`${atMost} × Tab did not lead to ${target}`);
      await this.press(back ? "Shift+Tab" : "Tab");
    }
  }
}

/** The taps of one user. */
export class Taps {
  tapped = 0;

  async tap(target: Locator): Promise<void> {
    await target.tap();
    this.tapped += 1;
  }

  /** Opens the list and taps the choice in it, which the phone renders itself. */
  async choose(list: Locator, choice: string): Promise<void> {
    await this.tap(list);
    await list.selectOption(choice);
    this.tapped += 1;
  }
}

export const test = base.extend<{ clinic: ClinicAtWork; keys: Keys }>({
  clinic: async ({ page }, use) => {
    await use(
      await openClinic(page, {
        patients: [
          { patientName: joaquin, sex: "M", age: 4, chiefComplaint: "Cough" },
          { patientName: mariluz, age: 33, chiefComplaint: "Headache" },
        ],
      }),
    );
  },
  keys: async ({ page }, use) => {
    const pointed: string[] = [];
    await page.exposeFunction("notePointer", (what: string) => pointed.push(what));
    await page.addInitScript(`
      for (const name of ["pointerdown", "pointermove", "mousedown", "touchstart", "wheel"])
        addEventListener(name, () => window.notePointer(name), true);
    `);
    await use(new Keys(page));
    expect(pointed, "used a pointer").toEqual([]);
  },
});

export const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole("button", { name, exact: typeof name === "string" });
