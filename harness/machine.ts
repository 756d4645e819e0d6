import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { rootDir } from '../tools/setup/paths.mjs';

const git = (...args: string[]) => execFileSync('git', args, { cwd: rootDir, encoding: 'utf8' }).trim();

/** Conditions that a number depends on besides the code: machine, commit, and the load of other programs. */
export function describeRun() {
  return {
    date: new Date().toISOString(),
    commit: git('rev-parse', '--short', 'HEAD'),
    hasUncommittedChanges:
      git('status', '--porcelain', '--', 'server', 'domain', 'features', 'web', 'contract', 'tools') !== '',
    machine: {
      cores: availableParallelism(),
      processor: cpus()[0]?.model ?? '',
      memoryGigabytes: Math.round(totalmem() / 1024 ** 3),
      node: process.version,
      platform: `${process.platform}-${process.arch}`,
    },
    /** Load of the last minute before the figure was taken; other programs on the machine slow every number. */
    loadBefore: Math.round((loadavg()[0] ?? 0) * 100) / 100,
  };
}
