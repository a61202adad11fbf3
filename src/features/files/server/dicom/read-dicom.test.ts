import { describe, expect, test } from "vitest";
import { DicomProblem } from "./dicom-problem.ts";
import { type DicomFile, readDicom } from "./read-dicom.ts";
import { drawFrame } from "./read-in-worker.ts";
import { compressed, drawnByDcmtk } from "./testing-compressed.ts";
import { aDicom, type ExampleDicom } from "./testing-dicom.ts";

const read = (wanted: ExampleDicom) => readDicom(aDicom(wanted));
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

test("color: RGB pixel by pixel and plane by plane, YBR, and by a palette", async () => {
  const colour = async (wanted: Partial<ExampleDicom>) => {
    const frame = await read({ ...two, bits: 8, ...wanted }).frame(0);
    return frame.kind === "color" ? [...frame.rgb] : null;
  };
  const red = [255, 0, 0];
  const blue = [0, 0, 255];
  expect(await colour({ photometric: "RGB", values: [255, 0, 0, 0, 0, 255] })).toEqual([...red, ...blue]);
  const planes = [[0x0028, 0x0006, "US", [1]]] as const satisfies ExampleDicom["more"];
  expect(await colour({ photometric: "RGB", values: [255, 0, 0, 0, 0, 255], more: planes })).toEqual([
    ...red,
    ...blue,
  ]);
  expect(await colour({ photometric: "YBR_FULL", values: [76, 85, 255, 29, 255, 107] })).toEqual([
    254, 0, 0, 0, 0, 254,
  ]);
  const tables = [0x1101, 0x1102, 0x1103].flatMap((descriptor, at) => [
    [0x0028, descriptor, "US", [2, 0, 16]],
    [0x0028, descriptor + 0x100, "OW", at === 0 ? [0xffff, 0] : at === 2 ? [0, 0xffff] : [0, 0]],
  ]) as ExampleDicom["more"];
  expect(
    await colour({ photometric: "PALETTE COLOR", values: [0, 1], ...(tables && { more: tables }) }),
  ).toEqual([...red, ...blue]);
});

const valuesIn = async (file: DicomFile, index = 0) => {
  const frame = await file.frame(index);
  return [...(frame.kind === "grey" ? frame.values : frame.rgb)];
};
const grid = <T>(of: (x: number, y: number) => T) =>
  Array.from({ length: 16 * 8 }, (_, at) => of(at % 16, Math.floor(at / 16)));
const shown = {
  gray: grid((x, y) => (x * 250 + y * 40) & 4095),
  color: grid((x, y) => [x * 17, y * 36, (x + y) * 11]).flat(),
};

/** What dcmtk draws: of what is not lossy, the values that were compressed. */
function drawnElsewhere(name: string): number[] {
  const bytes = Buffer.from(drawnByDcmtk[name] ?? "", "base64");
  if (bytes.length === 0) return name.startsWith("gray") ? shown.gray : shown.color;
  return name.startsWith("gray") ? grid((x, y) => bytes.readUInt16LE(2 * (x + 16 * y))) : [...bytes];
}

test.each(Object.entries(compressed))("%s is drawn as dcmtk draws it", async (name, base64) => {
  const values = await valuesIn(readDicom(Buffer.from(base64, "base64")));
  const expected = drawnElsewhere(name);
  expect(values).toHaveLength(expected.length);
  const worst = Math.max(...values.map((value, at) => Math.abs(value - (expected[at] ?? 0))));
  expect(worst).toBeLessThan(name.includes("lossy") ? 2 : 1);
});

test.each(Object.entries(compressed))("%s that is damaged is refused in words", async (_, base64) => {
  const file = Buffer.from(base64, "base64");
  const read = async (bytes: Buffer) => valuesIn(readDicom(bytes));
  const right = await read(file);
  // What is missing after the last pixel, such as the end of the sequence, changes nothing.
  for (const length of [
    140,
    300,
    400,
    file.length - 200,
    file.length - 100,
    file.length - 40,
    file.length - 10,
  ]) {
    const values = await read(file.subarray(0, length)).catch((error: unknown) => {
      expect(error).toBeInstanceOf(DicomProblem);
    });
    if (values) expect(values).toEqual(right);
  }
  for (let at = 132; at < file.length; at += 61) {
    const changed = Buffer.from(file);
    changed.fill(255 - (changed[at] ?? 0), at, at + 2);
    await read(changed).catch((error: unknown) => expect(error).toBeInstanceOf(DicomProblem));
  }
});

test.each(Object.entries(compressed).filter(([name]) => name.includes("JPEG")))(
  "%s whose pixels end in zeros is not drawn in part",
  async (_, base64) => {
    const file = Buffer.from(base64, "base64");
    file.fill(0, file.length - 30, file.length - 8);
    await expect(valuesIn(readDicom(file))).rejects.toThrow("damaged");
  },
);

/** The compressed bytes alone of a file of one fragment. */
function codeStreamOf(name: string): Buffer {
  const file = Buffer.from(compressed[name] ?? "", "base64");
  const end = file.lastIndexOf("ffd9", "hex") + 2;
  return file.subarray(file.indexOf(name.includes("2000") ? "ff4fff51" : "ffd8ff", "hex"), end);
}
const baseline = codeStreamOf("color, JPEG Baseline as RGB, lossy");
const jpeg2000 = codeStreamOf("color, JPEG 2000");
const inOneFile = (more: Partial<ExampleDicom>) =>
  read({ syntax: "jpeg", rows: 8, columns: 16, bits: 8, photometric: "RGB", ...more });

describe("padding after the end of a picture", () => {
  test.each(["00", "ff", "ffffff", "000000", "00ff00"])("%s", async (hex) => {
    const right = await valuesIn(inOneFile({ jpegs: [baseline] }));
    const padded = Buffer.concat([baseline, Buffer.from(hex, "hex")]);
    expect(await valuesIn(inOneFile({ jpegs: [padded] }))).toEqual(right);
    const stream = Buffer.concat([jpeg2000, Buffer.from(hex, "hex")]);
    expect(await valuesIn(inOneFile({ syntax: "jpeg2000", jpegs: [stream] }))).toEqual(shown.color);
    // Two frames in two fragments each, without a table of offsets.
    const parts = [baseline.subarray(0, 200), padded.subarray(200)];
    const two = inOneFile({ frames: 2, jpegs: [...parts, ...parts] });
    expect(await valuesIn(two, 1)).toEqual(right);
  });

  test("a JPEG of 12 bits is called what it is", async () => {
    const header = "ffd8ffc1000b0c0008001001011100ffda0008010100003f00";
    const jpegs = [Buffer.from(`${header}0000ffd9ff`, "hex")];
    const file = inOneFile({ bits: 16, photometric: "MONOCHROME2", jpegs });
    await expect(valuesIn(file)).rejects.toThrow("This 12-bit JPEG picture");
  });
});

test("a fragment that contains the bytes of the sequence's end is read to its own end", async () => {
  const comment = Buffer.from("fffe000afeffdde000000000", "hex");
  const jpegs = [Buffer.concat([baseline.subarray(0, 2), comment, baseline.subarray(2)])];
  expect(await valuesIn(inOneFile({ jpegs }))).toEqual(await valuesIn(inOneFile({ jpegs: [baseline] })));
});

describe("JPEG 2000 in a JP2 file", () => {
  const box = (type: string, ...content: Buffer[]) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(8 + Buffer.concat(content).length);
    return Buffer.concat([length, Buffer.from(type), ...content]);
  };
  const hex = (text: string) => Buffer.from(text, "hex");
  const header = [
    box("jP  ", hex("0d0a870a")),
    box("ftyp", Buffer.from("jp2 \0\0\0\0jp2 ")),
    box("jp2h", box("ihdr", hex("0000000800000010000307070000")), box("colr", hex("01000000000010"))),
  ];
  const ofJp2 = (...boxes: Buffer[]) =>
    inOneFile({ syntax: "jpeg2000", photometric: "YBR_RCT", jpegs: [Buffer.concat(boxes)] });

  test("is drawn, also with boxes after the picture", async () => {
    const picture = box("jp2c", jpeg2000);
    expect(await valuesIn(ofJp2(...header, picture))).toEqual(shown.color);
    expect(await valuesIn(ofJp2(...header, picture, box("uuid", Buffer.alloc(20))))).toEqual(shown.color);
  });

  test("is called damaged without its picture, or with a part of it", async () => {
    const short = box("jp2c", jpeg2000.subarray(0, -40));
    await expect(valuesIn(ofJp2(...header))).rejects.toThrow("damaged");
    await expect(valuesIn(ofJp2(...header, short))).rejects.toThrow("damaged");
    await expect(valuesIn(ofJp2(...header, hex("000000006672656500000000")))).rejects.toThrow("damaged");
  });
});

test("a comment that looks like Adobe's segment says nothing about colors", async () => {
  const file = Buffer.from(compressed["color, JPEG Baseline as RGB, lossy"] ?? "", "base64");
  const segment = file.indexOf("ffee000e41646f6265", "hex");
  expect(segment).toBeGreaterThan(0);
  const before = await valuesIn(readDicom(file));
  file[segment + 1] = 0xfe;
  expect(await valuesIn(readDicom(file))).toEqual(before);
});

test("uncompressed YBR_FULL_422 has one pair of colors for two pixels", async () => {
  const file = read({ ...two, bits: 8, photometric: "YBR_FULL_422", values: [76, 76, 85, 255] });
  expect(await valuesIn(file)).toEqual([254, 0, 0, 254, 0, 0]);
});

test("bytes of 8-bit pixels in words are in order in a big endian file", async () => {
  const file = read({ ...two, syntax: "big", bits: 8, values: [1, 2] });
  expect(await valuesIn(file)).toEqual([1, 2]);
});

test("frames of an odd number of bytes lie in the middle of such words", async () => {
  const words = { syntax: "big", rows: 1, columns: 3, bits: 8, inWords: true } as const;
  expect(await valuesIn(read({ ...words, values: [1, 2, 3] }))).toEqual([1, 2, 3]);
  const file = read({ ...words, frames: 3, values: [1, 2, 3, 4, 5, 6, 7, 8, 9] });
  for (const index of [0, 1, 2])
    expect(await valuesIn(file, index)).toEqual([1, 2, 3].map((value) => value + 3 * index));
});

test("a frame as PNG carries the stored values, signed ones from 0 on", async () => {
  const sharp = (await import("sharp")).default;
  const bytes = aDicom({ ...two, isSigned: true, values: [-2, 700] });
  const { data, info } = await sharp(await drawFrame(bytes, 0))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 2, height: 1, channels: 3 });
  const [a = 0, b = 0, , c = 0, d = 0] = data;
  const least = readDicom(bytes).grey?.least ?? 0;
  expect([a * 256 + b + least, c * 256 + d + least]).toEqual([-2, 700]);
});

test("unsupported files say why", async () => {
  const all = aDicom({ ...two, values: [1, 2] });
  expect(() => readDicom(all.slice(0, 200))).toThrow(DicomProblem);
  expect(() => readDicom(Uint8Array.of(1, 2, 3))).toThrow("damaged");
  expect(() => readDicom(all.slice(0, -2))).toThrow("damaged");
  expect(() => read({ ...two, syntax: "mpeg2", values: [1, 2] })).toThrow("DICOM viewer");
  expect(() => read({ rows: 60_000, columns: 60_000, values: [1] })).toThrow("too many pixels");
  const jpegs = [Uint8Array.of(0xff, 0xd8, 0xff, 0xd9)];
  await expect(read({ ...two, syntax: "jpeg", bits: 8, jpegs }).frame(0)).rejects.toThrow("damaged");
});
