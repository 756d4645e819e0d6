import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { logoMaxBytes } from '#features/company/contract/company.ts';
import { normaliseLogo } from './normalisers.ts';

const red = { r: 200, g: 10, b: 10 };
const canvas = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: red } });
const png = await canvas(248, 64).png().toBuffer();
const jpeg = await canvas(248, 64).jpeg().toBuffer();
const shown = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

async function faultOf(bytes: Uint8Array): Promise<string> {
  const outcome = await normaliseLogo(bytes);
  return outcome.ok ? 'taken' : outcome.reason;
}

async function normalise(bytes: Uint8Array): Promise<Uint8Array> {
  const outcome = await normaliseLogo(bytes);
  if (!outcome.ok) throw new Error(`refused as ${outcome.reason}`);
  return outcome.bytes;
}

function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

function greyPng(width: number, height: number, claimed = { width, height }): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(claimed.width, 0);
  header.writeUInt32BE(claimed.height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc((width + 1) * height), { level: 9 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', pixels), pngChunk('IEND', new Uint8Array())];
  return Buffer.concat([signature, ...chunks]);
}

function withChunk(type: string, data: Uint8Array): Buffer {
  return Buffer.concat([png.subarray(0, 33), pngChunk(type, data), png.subarray(33)]);
}

describe('a good logo', () => {
  test.each([
    ['PNG', png, 'image/png'],
    ['JPEG', jpeg, 'image/jpeg'],
  ])('as %s keeps its type and size', async (_name, bytes, contentType) => {
    expect(await normaliseLogo(bytes)).toMatchObject({ contentType, width: 248, height: 64 });
  });

  test('keeps its transparency', async () => {
    const clear = await sharp({ create: { width: 8, height: 8, channels: 4, background: { ...red, alpha: 0.5 } } })
      .png()
      .toBuffer();
    expect(await sharp(await normalise(clear)).metadata()).toMatchObject({ hasAlpha: true });
  });

  test('of exactly four megapixels is taken, of one row more refused', async () => {
    expect(await normaliseLogo(greyPng(2_000, 2_000))).toMatchObject({ width: 2_000, height: 2_000 });
    expect(await faultOf(greyPng(2_000, 2_001))).toBe('too-many-pixels');
  });

  test('loses EXIF with GPS and camera, but stays upright', async () => {
    const exif = { IFD0: { Copyright: 'secret-owner' }, IFD3: { GPSLatitude: '59/1 26/1 0/1', GPSLatitudeRef: 'N' } };
    const tagged = await canvas(40, 20).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await normaliseLogo(tagged)).toMatchObject({ width: 20, height: 40 });
    const logo = await normalise(tagged);
    expect(await sharp(logo).metadata()).not.toHaveProperty('exif');
    expect(shown(logo)).not.toContain('secret-owner');
  });

  test('in CMYK becomes sRGB of about the same colour', async () => {
    const cmyk = await canvas(16, 16).toColourspace('cmyk').jpeg().toBuffer();
    expect((await sharp(cmyk).metadata()).space).toBe('cmyk');
    const bytes = await normalise(cmyk);
    expect(await sharp(bytes).metadata()).toMatchObject({ space: 'srgb', channels: 3 });
    const [r = 0, g = 0] = await sharp(bytes).raw().toBuffer();
    expect(r).toBeGreaterThan(150);
    expect(g).toBeLessThan(90);
  });

  test('of 16 bits a channel becomes one of 8', async () => {
    const deep = await canvas(16, 16).toColourspace('rgb16').png().toBuffer();
    expect((await sharp(await normalise(deep)).metadata()).depth).toBe('uchar');
  });
});

describe('data hidden in or behind a picture is removed', () => {
  const script = Buffer.from('<script>alert(1)</script>PK\u0003\u0004');

  test.each([
    ['text in a PNG', withChunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), script]))],
    ['bytes after the end of a PNG', Buffer.concat([png, script])],
    ['bytes after the end of a JPEG', Buffer.concat([jpeg, script])],
    [
      'a comment in a JPEG',
      Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe, 0, script.length + 2]), script, jpeg.subarray(2)]),
    ],
  ])('%s', async (_name, bytes) => {
    expect(shown(await normalise(bytes))).not.toContain('script');
  });

  test('further frames of an animated PNG', async () => {
    const control = Buffer.alloc(8);
    control.writeUInt32BE(2, 0);
    const frame = Buffer.alloc(26);
    frame.writeUInt32BE(248, 4);
    frame.writeUInt32BE(64, 8);
    const head = [png.subarray(0, 33), pngChunk('acTL', control), pngChunk('fcTL', frame)];
    const bytes = await normalise(Buffer.concat([...head, png.subarray(33)]));
    expect(shown(bytes)).not.toContain('acTL');
  });
});

describe('an upload that is no logo is refused with its reason', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

  test.each([
    ['no bytes', 'empty', () => new Uint8Array()],
    ['an SVG', 'wrong-type', () => svg],
    ['HTML', 'wrong-type', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a GIF', 'wrong-type', () => canvas(8, 8).gif().toBuffer()],
    ['a WebP', 'wrong-type', () => canvas(8, 8).webp().toBuffer()],
    ['a TIFF', 'wrong-type', () => canvas(8, 8).tiff().toBuffer()],
    ['a PDF', 'wrong-type', () => Buffer.from('%PDF-1.7')],
    ['only the signature of a PNG', 'damaged', () => png.subarray(0, 8)],
    ['the signature of a PNG before an SVG', 'damaged', () => Buffer.concat([png.subarray(0, 8), svg])],
    ['a PNG without its end', 'damaged', () => greyPng(300, 300).subarray(0, 70)],
    ['a JPEG without its end', 'damaged', () => jpeg.subarray(0, jpeg.length - 40)],
    ['the first bytes of a JPEG', 'damaged', () => Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)],
    [
      'a JPEG whose segments have no length',
      'damaged',
      () => Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0),
    ],
    ['a PNG of no width', 'damaged', () => greyPng(1, 1, { width: 0, height: 1 })],
    ['a PNG that claims fewer pixels than it has', 'damaged', () => greyPng(10, 10, { width: 10, height: 4_000 })],
    ['more than 2 MB', 'too-heavy', () => Buffer.concat([png, Buffer.alloc(logoMaxBytes)])],
    ['a PNG of 20,000 by 20,000', 'too-many-pixels', () => greyPng(8, 8, { width: 20_000, height: 20_000 })],
    [
      'a PNG of more pixels a side than the format has',
      'damaged',
      () => greyPng(8, 8, { width: 2 ** 32 - 1, height: 2 ** 32 - 1 }),
    ],
  ] as [string, string, () => Uint8Array | Promise<Uint8Array>][])('%s', async (_name, fault, make) => {
    expect(await faultOf(await make())).toBe(fault);
  });
});

describe('pictures made to exhaust memory', () => {
  const zeros = () => deflateSync(Buffer.alloc(400_000_000), { level: 6 });
  const packed = (prefix: string) => Buffer.concat([Buffer.from(prefix, 'latin1'), zeros()]);

  test.each([
    ['20,000 by 20,000 pixels', 'too-many-pixels', () => greyPng(20_000, 20_000)],
    ['400 MB behind four claimed pixels', 'taken', () => greyPng(20_000, 20_000, { width: 2, height: 2 })],
    ['400 MB of text', 'taken', () => withChunk('zTXt', packed('Comment\0\0'))],
    ['a 400 MB colour profile', 'taken', () => withChunk('iCCP', packed('icc\0\0'))],
    ['four honest megapixels', 'taken', () => greyPng(2_000, 2_000)],
  ] as [string, string, () => Uint8Array][])(
    '%s grow the process by less than 100 MB',
    async (_name, outcome, make) => {
      const folder = await mkdtemp(join(tmpdir(), 'logo-'));
      try {
        const path = join(folder, 'bomb.png');
        await writeFile(path, make());
        const script = new URL('measure-memory.ts', import.meta.url).pathname;
        const { stdout } = await promisify(execFile)(process.execPath, [script, 'logo', path]);
        const { outcomes, grownMegabytes } = JSON.parse(stdout) as { outcomes: string[]; grownMegabytes: number };
        expect(outcomes).toEqual([outcome]);
        expect(grownMegabytes).toBeLessThan(100);
      } finally {
        await rm(folder, { recursive: true, maxRetries: 10 });
      }
    },
  );
});

test('uploads beyond the waiting limit are refused', async () => {
  const faults = await Promise.all(Array.from({ length: 30 }, () => faultOf(jpeg)));
  expect(faults.filter((fault) => fault === 'too-slow')).toHaveLength(10);
  expect(await normaliseLogo(jpeg)).toMatchObject({ width: 248 });
});

test('a company that fills the queue keeps no picture of another one waiting for long', async () => {
  const ended: string[] = [];
  const upload = async (companyId: string) => {
    const outcome = await normaliseLogo(jpeg, companyId);
    ended.push(outcome.ok ? companyId : `${companyId} refused`);
  };
  await Promise.all([...Array.from({ length: 20 }, () => upload('one')), upload('one'), upload('other')]);
  expect(ended).toHaveLength(22);
  expect(ended[0]).toBe('one refused');
  expect(ended.indexOf('other')).toBeLessThan(5);
});
