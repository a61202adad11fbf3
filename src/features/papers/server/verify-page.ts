import type { VerifiedPaper } from "#features/papers/contract.ts";
import { htmlText } from "#server/http/html-text.ts";
import { formatLongDay } from "#shared/formats/dates.ts";

const style = `
:root{color-scheme:light}
*{box-sizing:border-box;margin:0}
body{min-height:100vh;padding:10vh 16px 48px;background:#f8f6f2;color:#211e1a;font:16px/1.5 "Inter Variable",Inter,system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:27rem;margin:0 auto;padding:24px;background:#fff;border:1px solid #e7e3db;border-radius:10px}
h1{font-size:21px;line-height:1.3;font-weight:600;letter-spacing:-.01em}
.state{display:inline-block;margin-bottom:12px;padding:2px 10px;border:1px solid;border-radius:99px;font-size:14px;font-weight:600}
.ok{color:#1f6a3f;background:#eef6f0}.bad{color:#a3291f;background:#fbefed}.none{color:#6b655c;background:#f3f1ec}
p{margin-top:8px;color:#4a453d}
dl{margin-top:18px;border-top:1px solid #e7e3db}
dl div{padding:9px 0;border-bottom:1px solid #e7e3db}
dt{font-size:14px;color:#6b655c}dd{margin:0;font-weight:500}
footer{max-width:27rem;margin:16px auto 0;font-size:14px;color:#6b655c}
form{margin-top:18px}label{display:block;font-size:14px;font-weight:500}
input,button{width:100%;min-height:44px;margin-top:6px;padding:0 12px;border:1px solid #a8a195;border-radius:6px;font:inherit;color:inherit;background:#fff}
button{margin-top:10px;border-color:#2b4d8c;background:#2b4d8c;color:#fff;font-weight:500}
:focus-visible{outline:2px solid #2b4d8c;outline-offset:2px}
@media print{body{background:#fff}form{display:none}}`;

const page = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><meta name="referrer" content="no-referrer"><link rel="icon" href="/mark.svg" type="image/svg+xml">
<title>${htmlText(title)} - Klinika</title><style>${style}</style></head>
<body><main>${body}</main><footer>Klinika tells only what is on this page. Ask the clinic about anything else.</footer></body></html>`;

const facts = ({ clinicName, doctorName, day, initials }: VerifiedPaper) =>
  `<dl>${[
    ["Issued by", clinicName],
    ["Doctor", doctorName],
    ["Date on the paper", formatLongDay(day)],
    ["Patient's initials", initials],
  ]
    .map(([label = "", value = ""]) => `<div><dt>${label}</dt><dd>${htmlText(value)}</dd></div>`)
    .join("")}</dl>`;

/** Works without JavaScript: it must open on any phone. */
const again = `<form action="/verify" method="get"><label for="code">Check another code</label><input id="code" name="code" maxlength="60" autocomplete="off" autocapitalize="characters" spellcheck="false" required><button>Check</button></form>`;

export function verifiedPage(paper: VerifiedPaper): string {
  if (paper.state === "withdrawn")
    return page(
      "Paper withdrawn",
      `<span class="state bad">Withdrawn</span><h1>This paper is no longer valid</h1><p>The clinic withdrew it on ${htmlText(formatLongDay(paper.withdrawnOn ?? paper.day))}.</p>${facts(paper)}${again}`,
    );
  return page(
    "Paper valid",
    `<span class="state ok">Valid</span><h1>This paper was issued by the clinic</h1><p>Compare these with the paper in your hand.</p>${facts(paper)}${again}`,
  );
}

export const unknownPage = (): string =>
  page(
    "Code not known",
    `<span class="state none">Not known</span><h1>No paper has this code</h1><p>Compare it with the code on the paper, letter by letter. If it is the same, the paper was not issued through Klinika, or its record is no longer there.</p>${again}`,
  );

export const emptyPage = (): string =>
  page(
    "Check a paper",
    `<h1>Check a paper of a clinic</h1><p>Enter the code that is printed below the square pattern.</p>${again.replace("Check another code", "Code")}`,
  );

export const waitPage = (message: string): string =>
  page("Try again", `<span class="state none">Please wait</span><h1>${htmlText(message)}</h1>`);
