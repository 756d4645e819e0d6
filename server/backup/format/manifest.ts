import * as z from 'zod';
import { parseStrictJson } from '../../lib/strict-json.ts';
import { BackupRefused } from './backup-refused.ts';

/** The first entry of a backup: what the database is made of. */
export const Manifest = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  postgres: z.string(),
  /** The version of the tables of jobs, null where there are none. */
  jobs: z.number().nullable(),
  /** The SECRETS_KEY of its time, by its name, which discloses nothing of it. */
  secretsKey: z.string(),
  /** The keys that something is sealed with, older ones too until they are rotated; programs of before named the present alone. */
  sealedBy: z.array(z.string()).readonly().optional(),
  migrations: z
    .array(z.object({ number: z.int(), name: z.string(), checksum: z.string() }))
    .min(1)
    .readonly(),
  /** First days of the months that have partitions. */
  months: z.array(z.iso.date()).readonly(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).readonly() })).readonly(),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })).readonly(),
});
export type Manifest = z.infer<typeof Manifest>;

const Amount = z.object({ rows: z.int(), sha256: z.string() });

/** The last entry of a backup: what the entries before it must add up to. */
export const Summary = z.object({
  tables: z.record(z.string(), Amount),
  files: z.object({ count: z.int(), bytes: z.int() }),
  /** Files that the database names and the storage does not have. */
  missingFiles: z.array(z.string()),
});
export type Summary = z.infer<typeof Summary>;

export const manifestEntry = 'manifest.json';
export const summaryEntry = 'summary.json';

/** @throws BackupRefused where the entry is not of this form */
export function parseEntry<T>(schema: z.ZodType<T>, name: string, bytes: Buffer): T {
  try {
    return schema.parse(parseStrictJson(bytes.toString('utf8')));
  } catch (error) {
    throw new BackupRefused(`This is no backup that this program can read: ${name} has another form.`, {
      cause: error,
    });
  }
}
