import { readdirSync, readFileSync } from 'node:fs';

interface ProcessMemory {
  readonly pid: number;
  readonly name: string;
  readonly rssMegabytes: number;
}

export interface ResidentMemory {
  /** Memory of the processes together, each shared page counted once, as if nothing else ran on the machine. */
  readonly togetherMegabytes: number;
  /** Proportional shares; lower where other programs use the same libraries. */
  readonly pssMegabytes: number;
  readonly processes: readonly ProcessMemory[];
}

const toMegabytes = (kibibytes: number) => Math.round((kibibytes * 1024) / 100_000) / 10;

/** A process and everything it started, by `/proc` (Linux). */
export function listFamily(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        return [{ pid: Number(name), parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) }];
      } catch {
        return [];
      }
    });
  const children = parents.filter(({ parent }) => parent === pid);
  return [pid, ...children.flatMap((child) => listFamily(child.pid))];
}

/** Reads the memory of some processes from `/proc/<pid>/smaps`. */
export function readResidentMemory(pids: readonly number[]): ResidentMemory {
  const sharedByMapping = new Map<string, number>();
  let [own, pss] = [0, 0];
  const processes = pids.map((pid) => {
    let rss = 0;
    for (const mapping of readMappings(pid)) {
      const mine = mapping.fields.Private_Clean + mapping.fields.Private_Dirty;
      rss += mapping.fields.Rss;
      pss += mapping.fields.Pss;
      own += mine;
      sharedByMapping.set(mapping.key, Math.max(sharedByMapping.get(mapping.key) ?? 0, mapping.fields.Rss - mine));
    }
    return { pid, name: readName(pid), rssMegabytes: toMegabytes(rss) };
  });
  const shared = [...sharedByMapping.values()].reduce((sum, size) => sum + size, 0);
  return { togetherMegabytes: toMegabytes(own + shared), pssMegabytes: toMegabytes(pss), processes };
}

/** The command line without folders, which belong to the machine and not to the figure. */
function readName(pid: number): string {
  const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim().split(' ');
  return words
    .map((word) => word.slice(word.lastIndexOf('/') + 1))
    .join(' ')
    .slice(0, 60);
}

type Field = 'Rss' | 'Pss' | 'Private_Clean' | 'Private_Dirty';

/** Mappings of one file part, or of one address range inherited by forking, are the same memory. */
function readMappings(pid: number): { key: string; fields: Record<Field, number> }[] {
  const blocks = readFileSync(`/proc/${pid}/smaps`, 'utf8').split(/\n(?=[0-9a-f]+-[0-9a-f]+ )/);
  return blocks.map((block) => {
    const [range = '', , offset, device, inode] = block.slice(0, block.indexOf('\n')).split(/\s+/);
    const read = (field: Field) => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(block)?.[1] ?? 0);
    return {
      key: inode === '0' ? `anonymous ${range}` : `${device} ${inode} ${offset}`,
      fields: {
        Rss: read('Rss'),
        Pss: read('Pss'),
        Private_Clean: read('Private_Clean'),
        Private_Dirty: read('Private_Dirty'),
      },
    };
  });
}
