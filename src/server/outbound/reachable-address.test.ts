import { describe, expect, test } from "vitest";
import { isReachable } from "./reachable-address.ts";

const inPublic = [
  "1.1.1.1",
  "203.177.1.1",
  "172.32.0.1",
  "100.128.0.1",
  "2606:4700::1111",
  "2001:4450::1",
  "::ffff:1.1.1.1",
];
const inOwn = [
  "127.0.0.1",
  "127.255.255.254",
  "10.0.0.8",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "100.64.0.1",
  "100.127.255.255",
  "::1",
  "fd00::1",
  "fc00::1",
  "::ffff:127.0.0.1",
  "::ffff:10.0.0.8",
  "::127.0.0.1",
];
const never = [
  "0.0.0.0",
  "0.1.2.3",
  "169.254.169.254",
  "192.0.0.1",
  "192.0.2.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "239.255.255.255",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "fe80::1",
  "fe80::1%eth0",
  "fec0::1",
  "4000::1",
  "ff02::1",
  "64:ff9b::7f00:1",
  "64:ff9b:1::7f00:1",
  "2002:7f00:1::",
  "2001:0:7f00:1::",
  "2001:db8::1",
  "100::1",
  "::ffff:169.254.169.254",
  "::ffff:0:127.0.0.1",
  "::169.254.169.254",
  "localhost",
  "",
];

describe("public addresses only", () => {
  const reach = (address: string) => isReachable(address, { toPrivateNetworks: false });
  test.each(inPublic)("%s is reachable", (address) => expect(reach(address)).toBe(true));
  test.each([...inOwn, ...never])("%s is not", (address) => expect(reach(address)).toBe(false));
});

describe("also private networks", () => {
  const reach = (address: string) => isReachable(address, { toPrivateNetworks: true });
  test.each([...inPublic, ...inOwn])("%s is reachable", (address) => expect(reach(address)).toBe(true));
  test.each(never)("%s is not", (address) => expect(reach(address)).toBe(false));
});
