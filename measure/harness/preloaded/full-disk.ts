import fs from "node:fs";

/**
 * Loaded into the server before its own modules: while the file that PROVE_FULL_DISK names is there, no file takes
 * another byte, as on a full disk. What is printed goes on.
 */
type Write = (fd: number, ...rest: unknown[]) => void;

const flag = process.env.PROVE_FULL_DISK ?? "";
const noRoom = () => Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });

function refusedWhenFull(original: unknown): unknown {
  const refused: Write = (fd, ...rest) => {
    const told = rest.at(-1);
    if (fd > 2 && typeof told === "function" && fs.existsSync(flag)) told(noRoom());
    else (original as Write)(fd, ...rest);
  };
  return refused;
}

Object.assign(fs, { write: refusedWhenFull(fs.write), writev: refusedWhenFull(fs.writev) });
