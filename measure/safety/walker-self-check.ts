import type { Browser } from "playwright";
import { newContext, WalkedPage } from "#e2e/support/walked-page.ts";
import { every, type Figure } from "#test/harness/figure.ts";
import { payloadIn, scriptPayloads } from "#test/safety/script-payloads.ts";

/** Pages that insert a text unescaped, each in another way. */
const careless: ((text: string) => string)[] = [
  (text) => text,
  (text) => `<style>@keyframes spin{}</style><input value="${text}">`,
  (text) => `<input value='${text}'>`,
  (text) => `<input value=${text}>`,
  (text) => `<a href="${text}">x</a>`,
  (text) => `<script>var a = '${text}'</script>`,
  (text) => `<script>var a = "${text}"</script>`,
  (text) => `<script>var a = \`${text}\`</script>`,
];

const press = 'for (const one of document.querySelectorAll("a[href*=cript], button")) one.click()';

/** Checks the walker itself: each payload is detected on an unsafe page without a policy. */
export async function proveWalker(browser: Browser, origin: string): Promise<Figure> {
  const missed: string[] = [];
  const context = await newContext(browser, origin, true);
  for (const [at, payload] of scriptPayloads.entries()) {
    const walked = await WalkedPage.in(context);
    const { page, noticed } = walked;
    for (const draw of careless) {
      // The last click may still navigate.
      await page.goto("/privacy").catch(() => page.goto("/privacy"));
      await page.setContent(draw(payloadIn(payload, at))).catch(() => undefined);
      await page.evaluate(press).catch(() => undefined);
      await walked.read().catch(() => undefined);
      if (noticed.executed.length > 0) break;
    }
    if (noticed.executed.length + noticed.elements.length === 0) missed.push(payload);
    await page.close();
  }
  await context.close();
  return every("payloads that the same walk detects on an unsafe page", scriptPayloads.length, missed);
}
