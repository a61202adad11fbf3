/** Milliseconds that this thread has computed, so that other work on a busy machine does not count. */
export const cpuTime = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
