import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { normaliseLogo, normalisePicture, normaliseScreenshot } from './normalisers.ts';

const red = { r: 200, g: 10, b: 10 };
const blue = { r: 10, g: 10, b: 200 };
const canvas = (width: number, height: number, background: object = red) =>
  sharp({ create: { width, height, channels: 3, background } });

const lossy = await canvas(1_200, 800).webp().toBuffer();
const lossless = await canvas(1_200, 800).webp({ lossless: true }).toBuffer();
const extended = await canvas(1_200, 800)
  .withExif({ IFD0: { Copyright: 'secret-owner' }, IFD3: { GPSLatitude: '59/1 26/1 0/1', GPSLatitudeRef: 'N' } })
  .webp()
  .toBuffer();

async function normalise(bytes: Uint8Array) {
  const outcome = await normaliseScreenshot(bytes);
  if (!outcome.ok) throw new Error(`refused as ${outcome.reason}`);
  return outcome;
}

async function faultOf(bytes: Uint8Array): Promise<string> {
  const outcome = await normaliseScreenshot(bytes);
  return outcome.ok ? 'taken' : outcome.reason;
}

const firstChunk = (bytes: Buffer) => bytes.subarray(12, 16).toString('latin1');

/** The dimensions that an extended WebP claims for its canvas. */
function claim(bytes: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUIntLE(width - 1, 24, 3);
  copy.writeUIntLE(height - 1, 27, 3);
  return copy;
}

describe('a good screenshot', () => {
  test.each([
    ['PNG', () => canvas(1_200, 800).png().toBuffer(), 'image/png'],
    ['JPEG', () => canvas(1_200, 800).jpeg().toBuffer(), 'image/jpeg'],
    ['lossy WebP', () => Promise.resolve(lossy), 'image/webp'],
    ['lossless WebP', () => Promise.resolve(lossless), 'image/webp'],
    ['extended WebP', () => Promise.resolve(extended), 'image/webp'],
  ])('as %s keeps type and size, and gets a thumbnail of the same type', async (_name, make, contentType) => {
    const picture = await normalise(await make());
    expect(picture).toMatchObject({ contentType, width: 1_200, height: 800 });
    expect(picture.thumbnail).toMatchObject({ contentType, width: 480, height: 320 });
    const made = await sharp(picture.thumbnail?.bytes).metadata();
    expect(made).toMatchObject({ format: contentType.slice('image/'.length), width: 480, height: 320 });
  });

  test('is tried as all three kinds of WebP', () => {
    expect([lossy, lossless, extended].map(firstChunk)).toEqual(['VP8 ', 'VP8L', 'VP8X']);
  });

  test('that is small has no thumbnail; a very tall one gets a thumbnail that fits', async () => {
    expect(await normalise(await canvas(480, 960).png().toBuffer())).not.toHaveProperty('thumbnail');
    const tall = await normalise(await canvas(400, 4_000).png().toBuffer());
    expect(tall.thumbnail).toMatchObject({ width: 96, height: 960 });
  });

  test('of an animated WebP is its first frame', async () => {
    const frames = await Promise.all([red, blue].map((colour) => canvas(40, 30, colour).png().toBuffer()));
    const animated = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer();
    expect((await sharp(animated).metadata()).pages).toBe(2);
    const picture = await normalise(animated);
    expect(picture).toMatchObject({ width: 40, height: 30 });
    expect((await sharp(picture.bytes).metadata()).pages ?? 1).toBe(1);
    const [r = 0, , b = 0] = await sharp(picture.bytes).raw().toBuffer();
    expect([r > 150, b < 90]).toEqual([true, true]);
  });
});

test('EXIF with GPS, and bytes behind the picture, are removed from picture and thumbnail', async () => {
  expect(extended.includes('secret-owner')).toBe(true);
  const polyglot = Buffer.concat([extended, Buffer.from('<script>alert(1)</script>PK\u0003\u0004')]);
  for (const bytes of [extended, polyglot]) {
    const { bytes: made, thumbnail } = await normalise(bytes);
    for (const each of [made, thumbnail?.bytes ?? new Uint8Array()]) {
      expect(await sharp(each).metadata()).not.toHaveProperty('exif');
      const text = Buffer.from(each).toString('latin1');
      expect(text).not.toContain('secret-owner');
      expect(text).not.toContain('script');
    }
  }
});

test.each([
  ['a WebP that claims more pixels than it has', 'damaged', () => claim(extended, 20_000, 20_000)],
  ['a WebP that claims more pixels a side than the format has', 'damaged', () => claim(extended, 2 ** 24, 2 ** 24)],
  ['a WebP that claims fewer pixels than it has', 'damaged', () => claim(extended, 2, 2)],
  ['a lossy WebP cut off', 'damaged', () => lossy.subarray(0, lossy.length - 20)],
  ['a lossless WebP cut off', 'damaged', () => lossless.subarray(0, 40)],
  ['the first bytes of a WebP', 'damaged', () => lossy.subarray(0, 16)],
  ['a WebP of an unknown first chunk', 'damaged', () => Buffer.from(lossy).fill('EVIL', 12, 16)],
  ['a lossy WebP without its mark', 'damaged', () => Buffer.from(lossy).fill(0, 23, 26)],
  ['a lossless WebP without its mark', 'damaged', () => Buffer.from(lossless).fill(0, 20, 21)],
  ['another RIFF file', 'wrong-type', () => Buffer.from(lossy).fill('WAVE', 8, 12)],
  ['an SVG named a picture', 'wrong-type', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a GIF', 'wrong-type', () => canvas(8, 8).gif().toBuffer()],
  ['a TIFF', 'wrong-type', () => canvas(8, 8).tiff().toBuffer()],
  ['more than 20 megapixels', 'too-many-pixels', () => canvas(5_000, 4_001).png().toBuffer()],
  ['more than 5 MB', 'too-heavy', () => Buffer.concat([lossy, Buffer.alloc(5 * 1024 * 1024)])],
  ['no bytes', 'empty', () => new Uint8Array()],
] as [string, string, () => Uint8Array | Promise<Uint8Array>][])('%s is refused', async (_name, fault, make) => {
  expect(await faultOf(await make())).toBe(fault);
});

test('logos and pictures of conversations stay PNG or JPEG', async () => {
  for (const each of [normaliseLogo, normalisePicture]) {
    for (const bytes of [lossy, lossless, extended]) {
      expect(await each(bytes)).toEqual({ ok: false, reason: 'wrong-type' });
    }
  }
});

describe('pictures made to exhaust memory', () => {
  test.each([
    ['twenty megapixels of WebP', () => canvas(5_000, 4_000).webp().toBuffer()],
    ['twenty megapixels of lossless WebP', () => canvas(5_000, 4_000).webp({ lossless: true }).toBuffer()],
  ])('%s grow the process by less than 300 MB', async (_name, make) => {
    const folder = await mkdtemp(join(tmpdir(), 'screenshot-'));
    try {
      const path = join(folder, 'large.webp');
      await writeFile(path, await make());
      const script = new URL('measure-memory.ts', import.meta.url).pathname;
      const { stdout } = await promisify(execFile)(process.execPath, [script, 'screenshot', path, path]);
      const { outcomes, grownMegabytes } = JSON.parse(stdout) as { outcomes: string[]; grownMegabytes: number };
      expect(outcomes).toEqual(['taken', 'taken']);
      expect(grownMegabytes).toBeLessThan(300);
    } finally {
      await rm(folder, { recursive: true, maxRetries: 10 });
    }
  });
});
