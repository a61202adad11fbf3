const browsers: [RegExp, string][] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/(Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "Mac"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

const firstIn = (known: [RegExp, string][], text: string) => known.find(([sign]) => sign.test(text))?.[1];

/** "Chrome on Windows", from the User-Agent header. */
export function deviceInWords(userAgent: string | null): string {
  const text = userAgent ?? "";
  const [browser, system] = [firstIn(browsers, text), firstIn(systems, text)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Unknown device";
}

/** For storing: printable, and no longer than the column. */
export function cleanUserAgent(userAgent: string | undefined): string | null {
  return userAgent?.replace(/[^\x20-\x7e]/g, "").slice(0, 200) || null;
}
