import { execFile } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { normalisePicture } from './normalisers.ts';

const maxBytes = 5 * 1024 * 1024;
const red = { r: 200, g: 10, b: 10 };
const canvas = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: red } });

/** Noise does not compress, so these are the heaviest pictures. */
const noise = (width: number, height: number) =>
  sharp(randomFillSync(Buffer.alloc(width * height * 3)), { raw: { width, height, channels: 3 } });

async function faultOf(bytes: Uint8Array): Promise<string> {
  const outcome = await normalisePicture(bytes);
  return outcome.ok ? 'taken' : outcome.reason;
}

test('a photograph too large for a logo is taken, upright and without its metadata', async () => {
  const exif = { IFD0: { Copyright: 'secret-owner' }, IFD3: { GPSLatitude: '59/1 26/1 0/1', GPSLatitudeRef: 'N' } };
  const photo = await canvas(3_000, 2_000).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const outcome = await normalisePicture(photo);
  expect(outcome).toMatchObject({ ok: true, contentType: 'image/jpeg', width: 2_000, height: 3_000 });
  const bytes = outcome.ok ? Buffer.from(outcome.bytes) : Buffer.alloc(0);
  expect(await sharp(bytes).metadata()).not.toHaveProperty('exif');
  expect(bytes.toString('latin1')).not.toContain('secret-owner');
});

test('a heavy PNG of noise is encoded within the time limit', async () => {
  const png = await noise(1_200, 1_200).png().toBuffer();
  expect(png.length).toBeGreaterThan(maxBytes * 0.8);
  expect(await normalisePicture(png)).toMatchObject({ ok: true, contentType: 'image/png', width: 1_200 });
});

test.each([
  ['more than 20 megapixels', 'too-many-pixels', () => canvas(5_000, 4_001).png().toBuffer()],
  [
    'more than 5 MB',
    'too-heavy',
    async () => Buffer.concat([await canvas(8, 8).png().toBuffer(), Buffer.alloc(maxBytes)]),
  ],
  ['a WebP', 'wrong-type', () => canvas(8, 8).webp().toBuffer()],
  ['an SVG', 'wrong-type', () => Promise.resolve(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
  ['a picture cut off', 'damaged', async () => (await noise(64, 64).jpeg().toBuffer()).subarray(0, -200)],
])('%s is refused', async (_name, fault, make) => {
  expect(await faultOf(await make())).toBe(fault);
});

test('twenty megapixels of a turned photograph grow the process by less than 300 MB', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'picture-'));
  try {
    const path = join(folder, 'large.jpg');
    await writeFile(path, await canvas(5_000, 4_000).withMetadata({ orientation: 6 }).jpeg().toBuffer());
    const script = new URL('measure-memory.ts', import.meta.url).pathname;
    const { stdout } = await promisify(execFile)(process.execPath, [script, 'picture', path, path, path]);
    const { outcomes, grownMegabytes } = JSON.parse(stdout) as { outcomes: string[]; grownMegabytes: number };
    expect(outcomes).toEqual(['taken', 'taken', 'taken']);
    expect(grownMegabytes).toBeLessThan(300);
  } finally {
    await rm(folder, { recursive: true, maxRetries: 10 });
  }
});
