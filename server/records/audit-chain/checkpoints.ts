import * as z from 'zod';
import { getPublicKey, type AuditKey } from '../../lib/crypto/audit-seal.ts';
import { parseStrictJson } from '../../lib/strict-json.ts';
import type { Checkpoint } from './check-chain.ts';

/** One line of the file of checkpoints, which is kept outside of the database. */
const CheckpointLine = z.strictObject({
  companyId: z.uuid(),
  position: z.number().int().positive(),
  mac: z.hex().length(64),
  signedAt: z.iso.datetime(),
  key: z.number().int().positive(),
  /** Ed25519, SPKI in base64. */
  publicKey: z.string(),
  signature: z.base64(),
});

/** Keeps the file small: with one line an hour, those of more than half a year. */
const maxLines = 5000;

export function toCheckpointLine(
  { companyId, position, mac, signedAt, keyNumber, signature }: Checkpoint,
  key: AuditKey,
) {
  const line: z.infer<typeof CheckpointLine> = {
    companyId,
    position,
    mac: Buffer.from(mac).toString('hex'),
    signedAt: signedAt.toISOString(),
    key: keyNumber,
    publicKey: getPublicKey(key),
    signature: Buffer.from(signature).toString('base64'),
  };
  return JSON.stringify(line);
}

/** The file with another line, without the oldest where it is long. */
export function appendLine(file: string, line: string): string {
  const lines = file.split('\n').filter((each) => each !== '');
  return `${[...lines, line].slice(-maxLines).join('\n')}\n`;
}

/** The checkpoints of a file. @throws Error with the number of the line that is none */
export function parseCheckpoints(file: string): Checkpoint[] {
  const lines = file.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line, index) => {
    const { mac, signedAt, key, signature, ...rest } = parseLine(line, index + 1);
    return {
      ...rest,
      mac: Buffer.from(mac, 'hex'),
      signedAt: new Date(signedAt),
      keyNumber: key,
      signature: Buffer.from(signature, 'base64'),
    };
  });
}

function parseLine(line: string, number: number) {
  try {
    const parsed = CheckpointLine.safeParse(parseStrictJson(line));
    if (parsed.success) return parsed.data;
  } catch {
    // Said below.
  }
  throw new Error(`Line ${number} is no checkpoint.`);
}
