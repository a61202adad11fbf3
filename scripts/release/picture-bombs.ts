import sharp from "sharp";
import { setPatientPhoto } from "#features/patients/contract.ts";
import { asMultipart } from "#test/data/example-files.ts";
import { aClinic, aPatient } from "#test/data/factories.ts";
import type { OwnEnvironment } from "#test/harness/environment.ts";
import { type Figure, info, none } from "#test/harness/figure.ts";
import { besidePolls, pollFigures } from "#test/harness/polls.ts";
import { memoryFigure, memoryOf } from "./hostile-papers.ts";

/** Small files that take much memory when decoded: 64 bits per pixel, interlaced, of one color. */
const bomb = (size: number) =>
  sharp({ create: { width: size, height: size, channels: 4, background: "#1f6f5c" } })
    .toColourspace("rgb16")
    .png({ progressive: true, compressionLevel: 9 })
    .toBuffer();

/** Uploads the largest accepted ones and larger ones, eight at a time, while another clinic polls. */
export async function provePictureBombs(environment: OwnEnvironment): Promise<Figure[]> {
  const { stage } = environment;
  const clinic = await aClinic(stage);
  const patients: number[] = [];
  while (patients.length < 8) patients.push(await aPatient(stage, clinic));
  const bombs = await Promise.all([4800, 8000].map(bomb));
  const answers: number[] = [];
  const send = async (picture: Buffer, id: number) => {
    const upload = asMultipart([["photo.png", picture]], setPatientPhoto.upload.field);
    answers.push(
      (await stage.call(setPatientPhoto, clinic.owner.token, { params: { id }, ...upload })).statusCode,
    );
  };
  const round = async () => {
    for (const picture of bombs) await Promise.all(patients.map((id) => send(picture, id)));
  };
  // Memory that the first picture loads stays.
  await round();
  const before = await memoryOf(environment);
  let most = before;
  const polls = await besidePolls(environment, async () => {
    for (let n = 0; n < 3; n += 1) {
      await round();
      most = Math.max(most, await memoryOf(environment));
    }
  });
  const after = await memoryOf(environment);
  const odd = answers.filter((status) => ![200, 413].includes(status)).map(String);
  return [
    ...pollFigures(polls, "beside eight picture bombs at a time"),
    none("picture bombs that were neither drawn nor refused", answers.length, odd),
    memoryFigure("memory after them, relative to before", before, after, most),
    info("a bomb's file", bombs.map(({ length }) => `${(length / 1e6).toFixed(1)} MB`).join(", ")),
  ];
}
