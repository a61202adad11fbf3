import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";

/** An account of the operating system, by number. */
export type OsUser = { uid: number; gid: number };

/**
 * The user to run PostgreSQL as, since it refuses root. Null for the current user. An existing cluster keeps its
 * owner; otherwise `postgres` (created if missing), else `nobody`.
 */
export function findPostgresUser(clusterFolder: string): OsUser | null {
  if (process.getuid?.() !== 0) return null;
  const owner = statSync(clusterFolder, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return userNamed("postgres") ?? createdUser() ?? userNamed("nobody") ?? { uid: 65534, gid: 65534 };
}

function userNamed(name: string): OsUser | null {
  const [uid, gid] = ["-u", "-g"].map((flag) => {
    const id = spawnSync("id", [flag, name], { encoding: "utf8" });
    return id.status === 0 ? Number(id.stdout) : null;
  });
  if (uid != null && gid != null) return uid === 0 ? null : { uid, gid };
  return userInPasswordFile(name);
}

function userInPasswordFile(name: string): OsUser | null {
  try {
    const line = readFileSync("/etc/passwd", "utf8")
      .split("\n")
      .find((entry) => entry.startsWith(`${name}:`));
    const [, , uid, gid] = (line ?? "").split(":");
    return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null;
  } catch {
    return null;
  }
}

function createdUser(): OsUser | null {
  const noLogin = ["--system", "--no-create-home", "--shell", "/usr/sbin/nologin"];
  const ways: [string, string[]][] = [
    ["useradd", [...noLogin, "--user-group", "postgres"]],
    ["useradd", [...noLogin, "--gid", "postgres", "postgres"]],
    ["adduser", ["-S", "-D", "-H", "-s", "/sbin/nologin", "postgres"]],
  ];
  for (const [command, args] of ways) {
    if (spawnSync(command, args, { stdio: "ignore" }).status === 0) return userNamed("postgres");
  }
  return null;
}
