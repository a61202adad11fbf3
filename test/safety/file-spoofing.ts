import { uploadFiles, viewFile } from "#features/files/contract.ts";
import { asMultipart } from "#test/data/example-files.ts";
import { aClinic } from "#test/data/factories.ts";
import { disguisedFiles, honestFiles } from "#test/safety/disguised-files.ts";
import type { EmptyEnvironment } from "../harness/environment.ts";
import { every, type Figure, none } from "../harness/figure.ts";

const quietTypes =
  /^(image\/(jpeg|png)|application\/(pdf|dicom|msword|vnd\.openxmlformats-officedocument\..+))$/;

/** Uploads files with false names, broken files and honest ones. */
export async function proveFileSpoofing({ stage }: EmptyEnvironment): Promise<Figure[]> {
  const { owner } = await aClinic(stage);
  const wrong: string[] = [];
  const active: string[] = [];
  const send = (name: string, bytes: Buffer) =>
    stage.call(uploadFiles, owner.token, asMultipart([[name, bytes]]));
  for (const [what, name, bytes, reason] of disguisedFiles) {
    const answer = await send(name, bytes);
    const said = answer.statusCode < 400 ? "taken" : answer.json().refused?.[0]?.reason;
    if (![413, 415].includes(answer.statusCode) || !reason.test(said)) wrong.push(`${what}: ${said}`);
  }
  for (const [name, bytes] of honestFiles) {
    const answer = await send(name, bytes);
    if (answer.statusCode !== 200) {
      wrong.push(`${name}: ${answer.statusCode} ${answer.body.slice(0, 100)}`);
      continue;
    }
    const [path] = answer.json().files;
    const { headers, statusCode } = await stage.call(viewFile, owner.token, { params: { path } });
    const isInert =
      statusCode === 200 &&
      headers["x-content-type-options"] === "nosniff" &&
      /sandbox/.test(String(headers["content-security-policy"])) &&
      /^(inline|attachment)/.test(String(headers["content-disposition"])) &&
      quietTypes.test(String(headers["content-type"]));
    if (!isInert) active.push(`${name}: ${statusCode} ${headers["content-type"]}`);
  }
  return [
    every(
      "disguised, broken and honest files judged correctly",
      disguisedFiles.length + honestFiles.length,
      wrong,
    ),
    none("stored files served so that a browser might run them", honestFiles.length, active),
  ];
}
