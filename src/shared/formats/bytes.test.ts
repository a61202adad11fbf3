import { expect, test } from "vitest";
import { formatBytes } from "./bytes.ts";

test.each([
  [0, "0 kB"],
  [1_500, "1.5 kB"],
  [2_100_000_000, "2.1 GB"],
  [19_999_999_999, "19.9 GB"],
  [20_000_000_000, "20 GB"],
  [1_000_000_000_000, "1,000 GB"],
])("%d bytes are %s", (bytes, text) => expect(formatBytes(bytes)).toBe(text));
