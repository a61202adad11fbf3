import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type EnvironmentSource, inEnvironment, type OwnEnvironment } from "#measure/harness/environment.ts";
import { type Figure, none } from "#measure/report/figure.ts";
import { wordsOf } from "#test/pdf-text.ts";
import { type AdminSignIn, plantClinic, plantedPassword } from "#test/planted-clinic.ts";
import { papers, withoutSpace } from "#test/planted-scripts.ts";

/** Ways to make whoever draws a page fetch something. */
const ways: ((address: string) => string)[] = [
  (address) => address,
  (address) => `<img src=${address}>`,
  (address) => `<iframe src=${address}></iframe>`,
  (address) => `<link rel=stylesheet href=${address}>`,
  (address) => `<object data=${address}></object>`,
  (address) => `<script src=${address}></script>`,
  (address) => `<b style="background:url(${address})">x</b>`,
  (address) => `<svg><image href=${address} /></svg>`,
  (address) => `![x](${address})`,
  (address) => `<!DOCTYPE x [<!ENTITY e SYSTEM "${address}">]><x>&e;</x>`,
];

const secret = "kalamansi-at-noon-never-on-paper";

/** Papers whose every text tells to fetch an address or to read a file: nobody is asked, and nothing read. */
export async function ssrf(source: EnvironmentSource): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "k-"));
  const notes = join(folder, "notes");
  await writeFile(notes, "");
  const bait = join(folder, "bait");
  await writeFile(bait, secret);
  let calls = 0;
  const listener = createServer((socket) => {
    calls += 1;
    socket.destroy();
  });
  await new Promise<void>((listening) => listener.listen(0, "127.0.0.1", listening));
  const { port } = listener.address() as { port: number };
  const targets = [
    `http://127.0.0.1:${port}/hit(0).png`,
    `${pathToFileURL(bait).href}#hit(0)`,
    "http://169.254.169.254/latest/meta-data/hit(0)",
    `http://localhost:${port}/hit(0).css`,
  ];
  const payloads = targets.flatMap((target) => ways.map((way) => way(target)));
  const admin = { email: "admin@planted.test", password: plantedPassword };
  const env = { PROVE_REACHES: notes, ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
  try {
    return await inEnvironment(
      source,
      (environment) => drawAll(environment, { payloads, notes, bait, admin, calls: () => calls }),
      { env, preloaded: ["note-reaches"] },
    );
  } finally {
    listener.close();
    await rm(folder, { recursive: true, force: true });
  }
}

type Baits = {
  payloads: readonly string[];
  notes: string;
  bait: string;
  admin: AdminSignIn;
  calls: () => number;
};

async function drawAll(
  { stage, many }: OwnEnvironment,
  { payloads, notes, bait, admin, calls }: Baits,
): Promise<Figure[]> {
  const count = many(payloads.length);
  const { host } = new URL(stage.databaseUrl);
  const noted = async () =>
    (await readFile(notes, "utf8"))
      .trim()
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as [act: string, to: string]);
  const outside: string[] = [];
  const told: string[] = [];
  let drawn = 0;
  for (let n = 0; n < count; n += 1) {
    const payload = payloads[Math.floor((n * payloads.length) / count)] ?? "";
    const clinic = await plantClinic(stage, payload, admin);
    told.push(...clinic.odd);
    for (const [paper, paramsOf] of papers) {
      const answer = await stage.call(paper, clinic.owner.token, { params: paramsOf(clinic) });
      const words = answer.statusCode === 200 ? withoutSpace(await wordsOf(answer.rawPayload)) : "";
      drawn += 1;
      const found = clinic.planted.filter(({ text }) => words.includes(withoutSpace(text)));
      if (found.length < 3)
        told.push(`${paper.path}: ${answer.statusCode}, holds ${found.length} of the texts`);
      if (words.includes(secret)) outside.push(`${paper.path} holds the file's words: ${payload}`);
    }
  }
  const all = await noted();
  const sockets = all.filter(([act]) => act === "socket");
  const own = sockets.filter(([, to]) => to === host);
  outside.push(...sockets.filter(([, to]) => to !== host).map(([, to]) => `a socket to ${to}`));
  outside.push(...all.filter(([act]) => act === "name").map(([, to]) => `asked where ${to} is`));
  outside.push(
    ...all.filter(([act, to]) => act === "file" && to.includes(bait)).map(([, to]) => `read ${to}`),
  );
  if (calls() > 0) outside.push(`${calls()} calls at the address itself`);
  return [
    none(
      `sockets, look-ups and files that ${drawn} papers with addresses in all their texts reach out to`,
      drawn,
      outside,
    ),
    none("of them, papers that do not say the addresses as texts, and calls refused by them", drawn, told),
    {
      what: "sockets to the database among those noted, which must be seen",
      figure: String(own.length),
      goal: "≥ 1",
      passes: own.length > 0,
    },
  ];
}
