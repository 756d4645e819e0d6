import { readdir, readFile } from 'node:fs/promises';

const folder = new URL('clients/', import.meta.url);

/** The signal of an export: `traces`, `logs` or `metrics`. */
interface Recorded {
  readonly signal: string;
  readonly contentType: string;
  /** Compressed with gzip as exporters send it. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Reads the exports that an unmodified client has sent in one run of the scenario, in order. Recorded from 22 to 24 November
 * 2026; attributes of the machine and stack traces are left out.
 */
export async function readRecorded(client: string): Promise<Recorded[]> {
  const names = (await readdir(new URL(`${client}/`, folder))).toSorted();
  return Promise.all(
    names.map(async (name) => ({
      signal: /^\d+-(\w+)\.(?:pb|json)\.gz$/.exec(name)?.[1] ?? '',
      contentType: name.endsWith('.json.gz') ? 'application/json' : 'application/x-protobuf',
      bytes: new Uint8Array(await readFile(new URL(`${client}/${name}`, folder))),
    })),
  );
}

/** Posts the exports of a client one after the other; answers status and body of each. */
export async function sendRecorded(url: string, key: string, exports: readonly Recorded[]) {
  const answers: { status: number; text: string }[] = [];
  for (const { signal, contentType, bytes } of exports) {
    const answer = await fetch(`${url}/api/otlp/v1/${signal}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': contentType,
        'content-encoding': 'gzip',
      },
      body: bytes,
    });
    answers.push({ status: answer.status, text: await answer.text() });
  }
  return answers;
}
