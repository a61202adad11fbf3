import { expect, test } from "vitest";
import { DicomProblem, type Frame, paintGrey, wholeRange } from "./dicom-image.ts";
import { readDicom } from "./read-dicom.ts";
import { aDicom, type ExampleDicom } from "./testing-dicom.ts";

const noJpeg = () => Promise.reject(new Error("no decoder"));
const read = (wanted: ExampleDicom, decode = noJpeg as Parameters<typeof readDicom>[1]) =>
  readDicom(aDicom(wanted), decode);
const grey = async (wanted: ExampleDicom, index = 0) => {
  const frame = await read(wanted).frame(index);
  return frame.kind === "grey" ? [...frame.values] : null;
};
const two = { rows: 1, columns: 2 } as const;

test.each(["implicit", "explicit", "big"] as const)("16-bit values are read, %s", async (syntax) => {
  expect(await grey({ ...two, syntax, values: [258, 40_000] })).toEqual([258, 40_000]);
});

test("signed values of 12 bits keep their sign, and overlay bits are ignored", async () => {
  expect(await grey({ ...two, stored: 12, isSigned: true, values: [-1000 & 0xfff, 400] })).toEqual([
    -1000, 400,
  ]);
  expect(await grey({ ...two, stored: 12, values: [0xf123, 0x0fff] })).toEqual([0x123, 0xfff]);
});

test("each of several frames is read", async () => {
  const wanted = { ...two, bits: 8, frames: 3, values: [1, 2, 3, 4, 5, 6] } as const;
  expect(await grey(wanted, 2)).toEqual([5, 6]);
});

test("reads patient and study texts, with ñ and all", () => {
  const { about } = read({ ...two, values: [0, 1] });
  expect(about).toEqual({
    patientName: "Peña, Althea",
    studyDate: "2026-11-18",
    modality: "DX",
    description: null,
  });
});

test("the file's own windows come first, then the CT presets", () => {
  const more = [
    [0x0008, 0x0060, "CS", "CT"],
    [0x0028, 0x1050, "DS", "50\\1000"],
    [0x0028, 0x1051, "DS", "350\\4000"],
    [0x0028, 0x1052, "DS", "-1024"],
    [0x0028, 0x1053, "DS", "1"],
  ] as const satisfies ExampleDicom["more"];
  const image = read({ ...two, values: [0, 1], more });
  expect(image.windows.map(({ label, level, width }) => [label, level, width])).toEqual([
    ["As recorded", 50, 350],
    ["Recorded 2", 1000, 4000],
    ["Soft tissue", 40, 400],
    ["Lung", -600, 1500],
    ["Bone", 300, 1500],
    ["Brain", 40, 80],
  ]);
  expect([image.slope, image.intercept]).toEqual([1, -1024]);
});

const shades = (rgba: Uint8ClampedArray) => [...rgba].filter((_, at) => at % 4 === 0);

test("a window maps values from black to white, and MONOCHROME1 inverts them", async () => {
  const image = read({ rows: 1, columns: 4, values: [1024, 1064, 1104, 3000], photometric: "MONOCHROME1" });
  const frame = (await image.frame(0)) as Frame & { kind: "grey" };
  const shown = { level: 40, width: 81, isInverted: false };
  expect(shades(paintGrey(frame, { slope: 1, intercept: -1024 }, shown))).toEqual([2, 129, 255, 255]);
  expect(shades(paintGrey(frame, { slope: 1, intercept: -1024 }, { ...shown, isInverted: true }))).toEqual([
    253, 126, 0, 0,
  ]);
  expect(image.isInverted).toBe(true);
  expect(wholeRange(frame, { ...image, slope: 2, intercept: -1000 })).toMatchObject({
    level: 3024,
    width: 3952,
  });
});

test("color: RGB pixel by pixel and plane by plane, YBR, and by a palette", async () => {
  const colour = async (wanted: Partial<ExampleDicom>) => {
    const frame = await read({ ...two, bits: 8, ...wanted }).frame(0);
    return frame.kind === "colour" ? [...frame.rgba] : null;
  };
  const red = [255, 0, 0, 255];
  const blue = [0, 0, 255, 255];
  expect(await colour({ photometric: "RGB", values: [255, 0, 0, 0, 0, 255] })).toEqual([...red, ...blue]);
  const planes = [[0x0028, 0x0006, "US", [1]]] as const satisfies ExampleDicom["more"];
  expect(await colour({ photometric: "RGB", values: [255, 0, 0, 0, 0, 255], more: planes })).toEqual([
    ...red,
    ...blue,
  ]);
  expect(await colour({ photometric: "YBR_FULL", values: [76, 85, 255, 29, 255, 107] })).toEqual([
    254, 0, 0, 255, 0, 0, 254, 255,
  ]);
  const tables = [0x1101, 0x1102, 0x1103].flatMap((descriptor, at) => [
    [0x0028, descriptor, "US", [2, 0, 16]],
    [0x0028, descriptor + 0x100, "OW", at === 0 ? [0xffff, 0] : at === 2 ? [0, 0xffff] : [0, 0]],
  ]) as ExampleDicom["more"];
  expect(
    await colour({ photometric: "PALETTE COLOR", values: [0, 1], ...(tables && { more: tables }) }),
  ).toEqual([...red, ...blue]);
});

test("JPEG frames are passed to the decoder whole, one by one", async () => {
  const jpegs = [0x11, 0x22].map((byte) => Uint8Array.of(0xff, 0xd8, byte, 0xff, 0xd9, 0));
  const decoded: number[] = [];
  const image = read({ ...two, syntax: "jpeg", bits: 8, frames: 2, jpegs }, async (bytes) => {
    decoded.push(bytes[2] ?? 0);
    return { width: 2, height: 1, rgba: Uint8ClampedArray.of(7, 7, 7, 255, 9, 9, 9, 255) };
  });
  await image.frame(1);
  const first = await image.frame(0);
  expect(decoded).toEqual([0x22, 0x11]);
  expect(first.kind === "grey" && [...first.values]).toEqual([7, 9]);
});

test("unsupported files say why", async () => {
  const all = aDicom({ ...two, values: [1, 2] });
  expect(() => readDicom(all.slice(0, 200), noJpeg)).toThrow(DicomProblem);
  expect(() => readDicom(Uint8Array.of(1, 2, 3), noJpeg)).toThrow("damaged");
  expect(() => readDicom(all.slice(0, -2), noJpeg)).toThrow("damaged");
  expect(() => read({ ...two, syntax: "jpeg2000", values: [1, 2] })).toThrow("DICOM viewer");
  const jpegs = [Uint8Array.of(0xff, 0xd8, 0xff, 0xd9)];
  await expect(read({ ...two, syntax: "jpeg", bits: 8, jpegs }).frame(0)).rejects.toThrow("damaged");
});
