import { execFileSync } from "node:child_process";

const ip = (...words: string[]) => execFileSync("ip", words, { stdio: ["ignore", "pipe", "pipe"] });

/** A bridge that network namespaces are attached to, without access to the outside. Needs root. */
export class TestNetwork {
  readonly gateway: string;
  private readonly name: string;
  private readonly prefix: string;
  private readonly hosts: TestHost[] = [];

  constructor(name: string, prefix = "10.77.0") {
    this.name = name;
    this.prefix = prefix;
    this.gateway = `${prefix}.1`;
    ip("link", "add", name, "type", "bridge");
    ip("addr", "add", `${this.gateway}/24`, "dev", name);
    ip("link", "set", name, "up");
  }

  addHost(name: string): TestHost {
    const number = this.hosts.length + 11;
    const address = `${this.prefix}.${number}`;
    const namespace = `${this.name}-${name}`;
    const cable = `${this.name}${number}`;
    ip("netns", "add", namespace);
    ip("link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", namespace);
    ip("link", "set", cable, "master", this.name, "up");
    ip("-n", namespace, "addr", "add", `${address}/24`, "dev", "eth0");
    ip("-n", namespace, "link", "set", "eth0", "up");
    ip("-n", namespace, "link", "set", "lo", "up");
    const host = { address, namespace, cable };
    this.hosts.push(host);
    return host;
  }

  cutOff = ({ cable }: TestHost): void => void ip("link", "set", cable, "down");
  reconnect = ({ cable }: TestHost): void => void ip("link", "set", cable, "up");

  remove(): void {
    for (const { namespace } of this.hosts) ip("netns", "delete", namespace);
    ip("link", "delete", this.name);
  }
}

export type TestHost = { address: string; namespace: string; cable: string };
