/** One shape of text that papers must handle, of any length. */
export type HostileText = {
  name: string;
  /** Deterministic for a length; never longer, and never cut within a character. */
  ofLength(length: number): string;
  /** PostgreSQL stores no NUL, and UTF-8 has no half of a surrogate pair. */
  isStorable: boolean;
};

/** The repeated units. */
const units: Record<string, string> = {
  "wide letters": "W",
  "narrow letters": "i",
  "kerned letters": "AVAWATo",
  "letters that may join": "ffifl",
  digits: "1234567890",
  fractions: "1/2",
  arrows: "->",
  dots: ".",
  dashes: "-",
  underscores: "_",
  base64: "aGVsbG8gd29ybGQ+/",
  link: "https://example.ph/a/b?c=d&e=%20f#g",
  path: "C:\\Users\\clinic\\",
  hex: "deadbeef0123",
  json: '{"a":[{"b":"c"}],',
  markup: "<b><script>alert(1)</script>",
  sql: "';drop table patients;--",
  Filipino: "ñÑ₱áéíóú",
  Vietnamese: "ếộữẫ",
  Greek: "αβγΩ",
  Cyrillic: "ЖШЩы",
  Chinese: "漢字",
  Japanese: "ひらがなカタカナ",
  "Korean syllables": "한글",
  "Korean letters": "ᄒ\u1161ᆫ",
  Arabic: "مرحبا",
  "Arabic with vowels": "مَرْحَبًا",
  Hebrew: "שלום",
  Thai: "กำลังใจ",
  Devanagari: "क्षि",
  Tamil: "கொள்",
  Khmer: "ខ្មែរ",
  Tibetan: "བོད་ཡིག",
  Myanmar: "မြန်မာ",
  "letters outside the first plane": "𝒳𝔜",
  "rare ideographs": "\u{2a6d6}\u{20000}",
  emoji: "😀🎉",
  families: "👨‍👩‍👧‍👦",
  "skin tones": "👍🏽",
  flags: "🇵🇭",
  "tagged flags": "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
  marks: "\u0301",
  "marks of two classes": "\u0301\u0323",
  "marks on letters": "a\u0301\u0302\u0303\u0304\u0323",
  "musical marks": "\u{1d165}",
  joiners: "\u200d",
  "letters without width": "\u200b",
  "soft hyphens": "\u00ad",
  "byte order marks": "\ufeff",
  "directions turned": "\u202ea\u202c",
  isolates: "\u2067א\u2069",
  "variation selectors": "\ufe0f",
  "control characters": "\u0001\u001b[31m\u007f",
  NUL: "\u0000",
  "first halves": "\ud83d",
  "second halves": "\ude00",
  "no characters": "\ufffe\uffff\u{1fffe}",
  "private use": "\ue000\u{f0000}",
  tabs: "\t",
  spaces: " ",
  "spaces of all widths": "\u00a0\u2002\u2009\u202f\u3000",
  "line ends": "\n",
  "line ends of other systems": "\r\n\r\u2028\u2029\u0085",
};

const prose =
  "The patient has had a fever for three days, with cough and a headache, and takes paracetamol 500 mg.".split(
    " ",
  );

/** The arrangements. Those with `random` use a fixed sequence. */
const arrangements: Record<string, (unit: string, random: () => number) => () => string> = {
  "without a break": (unit) => () => unit,
  "as words": (unit, random) => () => `${unit.repeat(1 + Math.floor(random() * 12))} `,
  "in lines": (unit, random) => () =>
    `${unit.repeat(1 + Math.floor(random() * 5))}${random() < 0.4 ? "\n" : " "}`,
  "in prose": (unit, random) => () =>
    random() < 0.25
      ? `${unit.repeat(1 + Math.floor(random() * 30))}${random() < 0.5 ? " " : ""}`
      : `${prose[Math.floor(random() * prose.length)]} `,
};

/** A small random number generator (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function filled(length: number, next: () => string): string {
  const parts: string[] = [];
  for (let room = length; room > 0; ) {
    const part = next();
    if (part.length > room) break;
    parts.push(part);
    room -= part.length;
  }
  return parts.join("");
}

const isStorable = (text: string) => text.isWellFormed() && !text.includes("\0");

/** Some 250 shapes: each unit in each arrangement, and all units mixed. */
export const hostileTexts: readonly HostileText[] = [
  ...Object.entries(units).flatMap(([name, unit], at) =>
    Object.entries(arrangements).map(([how, arrange], index) => ({
      name: `${name} ${how}`,
      isStorable: isStorable(unit),
      ofLength: (length: number) => filled(length, arrange(unit, numbersFrom(1 + at * 10 + index))),
    })),
  ),
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((seed) => ({
    name: `everything mixed, ${seed}`,
    isStorable: true,
    ofLength(length: number) {
      const random = numbersFrom(10_000 + seed);
      const storable = Object.values(units).filter(isStorable);
      return filled(length, () =>
        (storable[Math.floor(random() * storable.length)] ?? "W").repeat(1 + Math.floor(random() * seed * 4)),
      );
    },
  })),
  {
    name: "base64 of random bytes",
    isStorable: true,
    ofLength(length) {
      const random = numbersFrom(20_000);
      return filled(length, () => String.fromCharCode(43 + Math.floor(random() * 79)));
    },
  },
];
