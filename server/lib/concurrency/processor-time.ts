/** Milliseconds of the processor that this thread has taken: those in which it waited for one, on a busy machine, do not count. */
export function getThreadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
