import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { rootDir } from '../tools/setup/paths.mjs';

const git = (...args: string[]) => execFileSync('git', args, { cwd: rootDir, encoding: 'utf8' }).trim();

/** What a number depends on besides the code: machine, commit, and how busy the machine was with other things. */
export function describeRun() {
  return {
    date: new Date().toISOString(),
    commit: git('rev-parse', '--short', 'HEAD'),
    hasUncommittedChanges: git('status', '--porcelain', '--', 'server', 'web', 'contract', 'tools') !== '',
    machine: {
      cores: availableParallelism(),
      processor: cpus()[0]?.model ?? '',
      memoryGigabytes: Math.round(totalmem() / 1024 ** 3),
      node: process.version,
      platform: `${process.platform}-${process.arch}`,
    },
    /** Of the last minute before the figure was taken; what others do on the machine slows every number. */
    loadBefore: Math.round((loadavg()[0] ?? 0) * 100) / 100,
  };
}
