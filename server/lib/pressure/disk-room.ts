/** What a disk has room for. */
export interface DiskRoom {
  readonly freeBytes: number;
  /** Below it only what cannot wait is stored. */
  readonly leastBytes: number;
  /** What the reserve file takes where it has to be made again; 0 where it is there, or there is none. */
  readonly owedBytes: number;
}

/** Above the bound at which the disk counts as full, so that it does not count as full again at once. */
const margin = 1.25;

/** Whether the disk counts as full: from too little room on until there is enough for the reserve and some more. */
export function isDiskFull(wasFull: boolean, { freeBytes, leastBytes, owedBytes }: DiskRoom): boolean {
  return wasFull ? freeBytes < leastBytes * margin + owedBytes : freeBytes < leastBytes;
}
