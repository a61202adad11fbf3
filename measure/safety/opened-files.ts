import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "playwright";
import { newContext, WalkedPage } from "#e2e/support/walked-page.ts";
import { uploadFiles } from "#features/files/contract.ts";
import { editPatient, onePatient } from "#features/patients/contract.ts";
import { sessionCookie } from "#server/auth/session.ts";
import { asMultipart } from "#test/data/example-files.ts";
import { aClinic, aPatient } from "#test/data/factories.ts";
import type { OwnEnvironment } from "#test/harness/environment.ts";
import { type Figure, none } from "#test/harness/figure.ts";
import { disguisedFiles, honestFiles } from "#test/safety/disguised-files.ts";

const endingOf = (name: string) => name.split(".").at(-1)?.toLowerCase() ?? "";

/**
 * Refused files are never in the file store, so each replaces there an accepted one with its extension, and is opened: by
 * its address, in a frame and as a script of the product's page.
 */
export async function proveOpenedFiles(environment: OwnEnvironment, browser: Browser): Promise<Figure[]> {
  const { stage } = environment;
  const { owner, ...clinic } = await aClinic(stage);
  const patient = await aPatient(stage, clinic);
  const pathOf = new Map<string, string>();
  for (const [name, bytes] of honestFiles) {
    if (pathOf.has(endingOf(name))) continue;
    const sent = await stage.call(uploadFiles, owner.token, asMultipart([[name, bytes]]));
    const [path] = sent.json().files;
    pathOf.set(endingOf(name), path);
    const list = /dcm/i.test(name) ? "imagingFiles" : "otherFiles";
    const { [list]: files = [] } = (
      await stage.call(onePatient, owner.token, { params: { id: patient } })
    ).json();
    await stage.call(editPatient, owner.token, {
      params: { id: patient },
      body: { [list]: [...files, path] },
    });
  }
  const context = await newContext(browser, stage.origin, false);
  await context.addCookies([{ name: sessionCookie, value: owner.token, url: stage.origin }]);
  const walked = await WalkedPage.in(context);
  const { page, noticed } = walked;
  const loud: string[] = [];
  let opened = 0;
  const all = [
    ...disguisedFiles.map(([what, name, bytes]) => ({ what, name, bytes })),
    ...honestFiles.map(([name, bytes]) => ({ what: name, name, bytes })),
  ];
  // Empty files have no row.
  for (const { what, name, bytes } of all.filter((file) => file.bytes.length > 0)) {
    const path = pathOf.get(endingOf(name)) ?? pathOf.get("pdf") ?? "";
    const [row] = await stage.sql<{ stored_as: string }>(
      "update files set size = $2 where path = $1 returning stored_as",
      [path, bytes.length],
    );
    await writeFile(join(environment.dataDir, "files", row?.stored_as ?? ""), bytes);
    const address = `/api/uploads/${path}`;
    const answer = await context.request.get(address, { headers: { "sec-fetch-site": "same-origin" } });
    const {
      "content-type": type = "",
      "content-security-policy": policy = "",
      ...headers
    } = answer.headers();
    const isInert =
      answer.status() === 200 &&
      headers["x-content-type-options"] === "nosniff" &&
      /sandbox/.test(policy) &&
      /^(inline|attachment)/.test(headers["content-disposition"] ?? "") &&
      !/html|xml|svg|javascript|text/.test(type.replace("openxml", ""));
    if (!isInert) loud.push(`${what}: ${answer.status()} ${type}`);
    // If the browser saves the file instead of showing it, the navigation ends.
    await page.goto(address).catch(() => undefined);
    await page.goto("/privacy");
    await page.evaluate(`new Promise((done) => {
      const frame = document.createElement("iframe");
      const script = document.createElement("script");
      frame.src = script.src = ${JSON.stringify(address)};
      script.onload = script.onerror = () => setTimeout(done);
      document.body.append(frame, script);
    })`);
    await walked.settled();
    opened += 1;
  }
  await context.close();
  return [
    none("stored files served so that a browser might run them", opened, loud),
    none("scripts run by opening them: by address, in a frame, as a script", opened * 3, noticed.executed),
  ];
}
