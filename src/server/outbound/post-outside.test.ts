import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startWebhookReceiver, type WebhookReceiver } from "#test/servers/webhook-receiver.ts";
import { type Address, postOutside, problemOfAddress, problemOfUrl } from "./post-outside.ts";

let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
});
beforeEach(() => {
  receiver.behave({});
  receiver.received.length = 0;
});
afterAll(() => receiver.stop());

const four = (address: string): Address => ({ address, family: 4 });
const message = { headers: { "content-type": "application/json" }, body: '{"ok":"ñ"}' };
const post = (url: string, found: Address[] = [], toPrivateNetworks = true) =>
  postOutside(url, message, { toPrivateNetworks, lookUp: async () => found });
const named = () => `http://hooks.example.ph:${receiver.port}/klinika?a=1`;

describe("allowed addresses", () => {
  it.each([
    ["ftp://example.ph/x", /like https/],
    ["example.ph", /like https/],
    ["https://", /like https/],
    ["http://example.ph/x", /must begin with https/],
    ["https://user:secret@example.ph/x", /Leave out user/],
    ["https://example.ph/x#part", /Leave out user/],
    ["https://example.ph:25/x", /Use port 80, 443/],
    ["https://127.0.0.1/x", /private network/],
    ["https://2130706433/x", /private network/],
    ["https://0x7f.1/x", /private network/],
    ["https://[::1]/x", /private network/],
    ["https://[::ffff:10.0.0.8]/x", /private network/],
    ["https://169.254.169.254/latest", /private network/],
    ["https://localhost", /private network/],
    ["https://LOCALHOST.:8443/hook", /private network/],
    ["https://klinika.localhost/hook", /private network/],
    ["https://printer.local/", /private network/],
    ["https://intranet/", /private network/],
    ["https://0x7f.1/", /private network/],
    ["https://2130706433/", /private network/],
  ])("%s is refused", (url, words) => {
    expect(problemOfUrl(url, { toPrivateNetworks: false })).toMatch(words);
  });

  it("are public, and private if the operator allows it", () => {
    expect(problemOfUrl("https://hooks.example.ph:8443/klinika", { toPrivateNetworks: false })).toBeNull();
    expect(problemOfUrl("http://192.168.1.20:3000/klinika", { toPrivateNetworks: true })).toBeNull();
    expect(problemOfUrl("http://169.254.169.254/", { toPrivateNetworks: true })).toMatch(/private network/);
  });
});

describe("an address that is entered", () => {
  const rule = { toPrivateNetworks: false };
  const leadingTo = (...addresses: Address[]) => ({ ...rule, lookUp: async () => addresses });
  const inOwn: Address[] = [
    { address: "127.0.0.1", family: 4 },
    { address: "10.0.0.8", family: 4 },
    { address: "::1", family: 6 },
  ];

  it("is refused if any of its addresses is private", async () => {
    for (const own of inOwn)
      expect(
        await problemOfAddress("https://hooks.example.ph", leadingTo({ address: "1.1.1.1", family: 4 }, own)),
      ).toMatch(/private network/);
  });

  it("may have a name that is not found yet", async () => {
    expect(await problemOfAddress("https://hooks.example.ph", leadingTo())).toBeNull();
    const lookUp = () => Promise.reject(new Error("no name server"));
    expect(await problemOfAddress("https://hooks.example.ph", { ...rule, lookUp })).toBeNull();
  });
});

describe("a message", () => {
  it("goes to the address that was resolved and checked, under its name", async () => {
    const lookUp = vi.fn(async () => [four("127.0.0.1")]);
    const posted = await postOutside(named(), message, { toPrivateNetworks: true, lookUp });
    expect(posted).toEqual({ status: 204, answer: "" });
    expect(lookUp).toHaveBeenCalledExactlyOnceWith("hooks.example.ph");
    expect(receiver.received).toMatchObject([
      { path: "/klinika?a=1", body: '{"ok":"ñ"}', headers: { host: `hooks.example.ph:${receiver.port}` } },
    ]);
  });

  it.each([
    ["a private address", [four("127.0.0.1")]],
    ["a private address among public ones", [four("1.1.1.1"), four("127.0.0.1")]],
    ["a mapped one", [{ address: "::ffff:127.0.0.1", family: 6 as const }]],
  ])("is not sent if the name resolves to %s", async (_, found) => {
    const url = `https://hooks.example.ph:${receiver.port}/`;
    await expect(post(url, found, false)).rejects.toThrow(/private network/);
    expect(receiver.received).toEqual([]);
  });

  it("is not sent if the name does not resolve", async () => {
    await expect(post(named(), [])).rejects.toThrow("The name of the address was not found");
  });

  it("ignores proxies of the environment", async () => {
    vi.stubEnv("HTTP_PROXY", "http://127.0.0.1:9");
    vi.stubEnv("http_proxy", "http://127.0.0.1:9");
    vi.stubEnv("NODE_USE_ENV_PROXY", "1");
    expect((await post(named(), [four("127.0.0.1")])).status).toBe(204);
    vi.unstubAllEnvs();
  });

  it("does not follow redirects", async () => {
    receiver.behave({ status: 302, headers: { location: `${receiver.url}/elsewhere` } });
    expect((await post(receiver.url)).status).toBe(302);
    expect(receiver.received).toHaveLength(1);
  });
});

describe("the response", () => {
  it("is read only at its beginning", async () => {
    receiver.behave({ status: 500, isEndless: true });
    const { status, answer } = await post(receiver.url);
    expect([status, answer.length]).toEqual([500, 2048]);
  });

  it("times out after ten seconds, including DNS", async () => {
    const ended = new AbortController();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(ended.signal);
    receiver.behave({ isSilent: true });
    const posted = post(receiver.url);
    const never = postOutside(named(), message, {
      toPrivateNetworks: true,
      lookUp: () => new Promise(() => {}),
    });
    await expect.poll(() => receiver.received.length).toBe(1);
    ended.abort();
    await expect(posted).rejects.toThrow("No answer within 10 seconds");
    await expect(never).rejects.toThrow("No answer within 10 seconds");
    expect(timeout).toHaveBeenCalledWith(10_000);
    timeout.mockRestore();
  });

  it("is an error message when nothing listens", async () => {
    const closed = await startWebhookReceiver();
    await closed.stop();
    await expect(post(closed.url)).rejects.toThrow("Nothing listens at the address");
  });

  it("is an error message without TLS", async () => {
    await expect(post(receiver.url.replace("http:", "https:"))).rejects.toThrow(
      /certificate is not valid|could not be read/,
    );
  });
});
