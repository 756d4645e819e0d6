import { createHash } from 'node:crypto';
import type { FileAddress } from '../../outside/files/files.ts';

/** An archive lies in the storage in parts of this length, so that no side ever holds it whole. */
export const partBytes = 2 * 1024 * 1024;

interface ExportAddress {
  readonly companyId: string;
  readonly id: string;
}

/** Where a part lies, from 1. It follows from the export, so that a repeated attempt replaces what a killed one has left. */
export const toPartAddress = ({ companyId, id }: ExportAddress, number: number): FileAddress => ({
  companyId,
  key: createHash('sha256').update(`part ${number} of the export ${id}`).digest('base64url').slice(0, 22),
});

/** How many parts an archive of this length has, when each but the last has at least `partBytes`. */
export const listParts = (address: ExportAddress, count: number): FileAddress[] =>
  Array.from({ length: count }, (_, index) => toPartAddress(address, index + 1));
