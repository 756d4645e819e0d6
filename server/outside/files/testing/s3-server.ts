import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The only key that the server knows. */
export const s3Credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/** Starts a real S3 server with the bucket `portal` on a free port in its own process, and waits for its address. */
export async function startS3(folder: string): Promise<{ endpoint: string; close: () => void }> {
  const require = createRequire(import.meta.url);
  const script = join(dirname(require.resolve('s3rver/package.json')), 'bin/s3rver.js');
  const options = ['-d', folder, '-a', '127.0.0.1', '-p', '0', '--configure-bucket', 'portal'];
  await mkdir(folder);
  const server = spawn(process.execPath, [script, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  const endpoint = await new Promise<string>((resolve, reject) => {
    let output = '';
    server.once('exit', (code) => reject(new Error(`s3rver ended with ${code}: ${output}`)));
    server.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const port = /listening on \S*?:(\d+)/.exec(output)?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    });
  });
  return { endpoint, close: () => void server.kill() };
}
