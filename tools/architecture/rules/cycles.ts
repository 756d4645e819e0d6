import type { Finding, SourceFile } from '../source-file.ts';

function findCycleFrom(start: string, edges: ReadonlyMap<string, readonly string[]>, done: Set<string>): string[][] {
  const cycles: string[][] = [];
  const trail: string[] = [];
  const visit = (path: string) => {
    const position = trail.indexOf(path);
    if (position >= 0) {
      cycles.push([...trail.slice(position), path]);
      return;
    }
    if (done.has(path)) {
      return;
    }
    trail.push(path);
    edges.get(path)?.forEach(visit);
    trail.pop();
    done.add(path);
  };
  visit(start);
  return cycles;
}

/** No file reaches itself through its imports; imports of types count, because they tie the files just the same. */
export function checkCycles(files: readonly SourceFile[]): Finding[] {
  const edges = new Map(files.map(({ path, imports }) => [path, imports.flatMap(({ target }) => target ?? [])]));
  const done = new Set<string>();
  return files
    .flatMap(({ path }) => findCycleFrom(path, edges, done))
    .map((cycle) => ({
      path: cycle[0] ?? '',
      line: 1,
      severity: 'error',
      message: `import cycle: ${cycle.join(' → ')}`,
    }));
}
