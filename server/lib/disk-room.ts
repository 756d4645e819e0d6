import { Problem } from './request/problem.ts';

/** The disk of the files. */
export interface FileDisk {
  /** Bytes that are free; Infinity where the files lie elsewhere. */
  readonly readFree: () => Promise<number>;
  /** Bytes below which the disk counts as full, and assistants cannot report any more. */
  readonly reserveBytes: number;
}

/** Multiple of `reserveBytes` that files of companies leave free on the disk. */
const keptReserves = 2;

/** Bytes that files of companies leave free, such that what assistants report still has room. */
export const toKeptBytes = (reserveBytes: number): number => keptReserves * reserveBytes;

/** Whether a file of a company can take so many bytes. */
export const hasRoom = async ({ readFree, reserveBytes }: FileDisk, bytes: number): Promise<boolean> =>
  (await readFree()) - bytes >= toKeptBytes(reserveBytes);

const retryAfterSeconds = 600;

/**
 * Refuses at once what would find no room for as much as its first part.
 * @throws Problem `service.disk-full`
 */
export async function allowFirstPart(disk: FileDisk, bytes: number): Promise<void> {
  if (!(await hasRoom(disk, bytes))) throw new Problem('service.disk-full', { retryAfterSeconds });
}
