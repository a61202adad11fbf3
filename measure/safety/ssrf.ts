import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type EnvironmentSource, inEnvironment } from "#test/harness/environment.ts";
import { type Figure, none, verdict } from "#test/harness/figure.ts";
import { wordsOf } from "#test/pdf-text.ts";
import { plantClinic, plantedPassword } from "#test/safety/planted-clinic.ts";
import { papers, withoutSpace } from "#test/safety/planted-scripts.ts";

/** Ways to make a renderer fetch something. */
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
const admin = { email: "admin@planted.test", password: plantedPassword };

/** Papers whose texts refer to an address or a file: nothing is fetched or read. */
export async function ssrf(source: EnvironmentSource): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "k-"));
  const notes = join(folder, "notes");
  const bait = join(folder, "bait");
  await writeFile(notes, "");
  await writeFile(bait, secret);
  let calls = 0;
  const listener = createServer((socket) => {
    calls += 1;
    socket.destroy();
  });
  await new Promise<void>((listening) => listener.listen(0, "127.0.0.1", listening));
  const { port } = listener.address() as AddressInfo;
  const targets = [
    `http://127.0.0.1:${port}/hit(0).png`,
    `${pathToFileURL(bait).href}#hit(0)`,
    "http://169.254.169.254/latest/meta-data/hit(0)",
    `http://localhost:${port}/hit(0).css`,
  ];
  const payloads = targets.flatMap((target) => ways.map((way) => way(target)));
  const count = source.many(payloads.length);
  const env = { PROVE_REACHES: notes, ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
  const outside: string[] = [];
  const odd: string[] = [];
  let drawn = 0;
  let database = "";
  try {
    await inEnvironment(
      source,
      async ({ stage }) => {
        database = new URL(stage.databaseUrl).host;
        for (let n = 0; n < count; n += 1) {
          const payload = payloads[Math.floor((n * payloads.length) / count)] ?? "";
          const clinic = await plantClinic(stage, payload, admin);
          odd.push(...clinic.odd);
          for (const [paper, paramsOf] of papers) {
            const answer = await stage.call(paper, clinic.owner.token, { params: paramsOf(clinic) });
            const words = answer.statusCode === 200 ? withoutSpace(await wordsOf(answer.rawPayload)) : "";
            const found = clinic.planted.filter(({ text }) => words.includes(withoutSpace(text)));
            drawn += 1;
            if (found.length < 3)
              odd.push(`${paper.path}: ${answer.statusCode}, holds ${found.length} of the texts`);
            if (words.includes(secret)) outside.push(`${paper.path} holds the file's words: ${payload}`);
          }
        }
      },
      { env, preloaded: ["note-reaches"] },
    );
    const lines = (await readFile(notes, "utf8")).split("\n").filter(Boolean);
    const noted = lines.map((line) => JSON.parse(line) as [act: string, to: string]);
    for (const [act, to] of noted) {
      const isOutside =
        act === "name" || (act === "socket" && to !== database) || (act === "file" && to.includes(bait));
      if (isOutside) outside.push(`${act} ${to}`);
    }
    if (calls > 0) outside.push(`${calls} calls at the address itself`);
    const own = noted.filter(([act, to]) => act === "socket" && to === database).length;
    const what = `sockets, look-ups and files that ${drawn} papers with addresses in all their texts reach out to`;
    return [
      none(what, drawn, outside),
      none("of them, papers without the addresses as text, and calls refused because of them", drawn, odd),
      verdict(
        "sockets to the database among those recorded, which must be seen",
        String(own),
        "≥ 1",
        own > 0,
      ),
    ];
  } finally {
    listener.close();
    await rm(folder, { recursive: true, force: true });
  }
}
