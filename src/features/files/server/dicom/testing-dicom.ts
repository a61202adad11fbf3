/** Writes small DICOM files for tests: explicit or implicit VR, little or big endian, uncompressed or JPEG. */

type Syntax = "implicit" | "explicit" | "big" | "jpeg" | "jpeg2000" | "mpeg2";

const uids: Record<Syntax, string> = {
  implicit: "1.2.840.10008.1.2",
  explicit: "1.2.840.10008.1.2.1",
  big: "1.2.840.10008.1.2.2",
  jpeg: "1.2.840.10008.1.2.4.50",
  jpeg2000: "1.2.840.10008.1.2.4.90",
  mpeg2: "1.2.840.10008.1.2.4.100",
};

type Tag = [group: number, element: number, vr: string, value: string | number[] | Uint8Array];

export type ExampleDicom = {
  syntax?: Syntax;
  rows: number;
  columns: number;
  bits?: 8 | 16;
  stored?: number;
  isSigned?: boolean;
  photometric?: string;
  frames?: number;
  /** Whether pixels of 8 bits are stored two by two in words of 16. */
  inWords?: boolean;
  /** Stored values of all frames in order. */
  values?: readonly number[];
  /** The fragments of a compressed picture: one JPEG per frame, or more. */
  jpegs?: readonly Uint8Array[];
  more?: readonly Tag[];
};

const long = ["OB", "OW", "SQ", "UN", "UT"];

export function aDicom({
  syntax = "explicit",
  rows,
  columns,
  bits = 16,
  stored = bits,
  isSigned = false,
  photometric = "MONOCHROME2",
  frames = 1,
  inWords = bits === 16,
  values = [],
  jpegs,
  more = [],
}: ExampleDicom): Uint8Array<ArrayBuffer> {
  const isLittle = syntax !== "big";
  const number = (value: number, size: 2 | 4): number[] => {
    const bytes = new DataView(new ArrayBuffer(size));
    if (size === 2) bytes.setUint16(0, value & 0xffff, isLittle);
    else bytes.setUint32(0, value >>> 0, isLittle);
    return [...new Uint8Array(bytes.buffer)];
  };
  const tag = ([group, element, vr, value]: Tag, isMeta = false): number[] => {
    const words = (bytes: number, size: 2 | 4) => (isMeta ? littleEndian(bytes, size) : number(bytes, size));
    let body: number[];
    if (typeof value === "string") body = [...new TextEncoder().encode(value)];
    else if (value instanceof Uint8Array) body = [...value];
    else body = value.flatMap((one) => words(one, vr === "UL" ? 4 : 2));
    if (body.length % 2 === 1) body.push(vr === "UI" || vr === "OB" ? 0 : 32);
    const head = [...words(group, 2), ...words(element, 2)];
    if (syntax === "implicit" && !isMeta) return [...head, ...words(body.length, 4), ...body];
    const letters = [...new TextEncoder().encode(vr)];
    return long.includes(vr)
      ? [...head, ...letters, 0, 0, ...words(body.length, 4), ...body]
      : [...head, ...letters, ...words(body.length, 2), ...body];
  };

  const samples = photometric.startsWith("MONOCHROME") || photometric === "PALETTE COLOR" ? 1 : 3;
  const meta = tag([0x0002, 0x0010, "UI", uids[syntax]], true);
  const tags: Tag[] = [
    [0x0008, 0x0005, "CS", "ISO_IR 192"],
    [0x0008, 0x0020, "DA", "20261118"],
    [0x0008, 0x0060, "CS", "DX"],
    [0x0010, 0x0010, "PN", "Peña^Althea"],
    [0x0028, 0x0002, "US", [samples]],
    [0x0028, 0x0004, "CS", photometric],
    [0x0028, 0x0008, "IS", String(frames)],
    [0x0028, 0x0010, "US", [rows]],
    [0x0028, 0x0011, "US", [columns]],
    [0x0028, 0x0100, "US", [bits]],
    [0x0028, 0x0101, "US", [stored]],
    [0x0028, 0x0102, "US", [stored - 1]],
    [0x0028, 0x0103, "US", [isSigned ? 1 : 0]],
  ];
  const dataSet = [
    ...tags.filter((one) => !more.some((other) => other[0] === one[0] && other[1] === one[1])),
    ...more,
  ]
    .toSorted((one, other) => one[0] - other[0] || one[1] - other[1])
    .flatMap((one) => tag(one));
  const pixels = jpegs
    ? [
        ...number(0x7fe0, 2),
        ...number(0x0010, 2),
        ...new TextEncoder().encode("OB"),
        0,
        0,
        0xff,
        0xff,
        0xff,
        0xff,
        // An empty offset table, then one item per fragment.
        0xfe,
        0xff,
        0x00,
        0xe0,
        ...number(0, 4),
        ...jpegs.flatMap((jpeg) => {
          const padded = jpeg.length % 2 === 1 ? [...jpeg, 0] : [...jpeg];
          return [0xfe, 0xff, 0x00, 0xe0, ...number(padded.length, 4), ...padded];
        }),
        0xfe,
        0xff,
        0xdd,
        0xe0,
        0,
        0,
        0,
        0,
      ]
    : tag(
        inWords
          ? [0x7fe0, 0x0010, "OW", bits === 16 ? [...values] : pairs(values)]
          : [0x7fe0, 0x0010, "OB", Uint8Array.from(values)],
      );
  return Uint8Array.from([
    ...Array<number>(128).fill(0),
    ...new TextEncoder().encode("DICM"),
    ...tag([0x0002, 0x0000, "UL", [meta.length]], true),
    ...meta,
    ...dataSet,
    ...pixels,
  ]);
}

function littleEndian(value: number, size: 2 | 4): number[] {
  return Array.from({ length: size }, (_, at) => (value >>> (8 * at)) & 0xff);
}

/** The first of two bytes is the lower half of a word. */
function pairs(bytes: readonly number[]): number[] {
  return Array.from(
    { length: Math.ceil(bytes.length / 2) },
    (_, at) => (bytes[2 * at] ?? 0) + 256 * (bytes[2 * at + 1] ?? 0),
  );
}
