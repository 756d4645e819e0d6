import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

interface Frame {
  readonly file: string;
  /** In seconds since the epoch, as the browser stamps it. */
  readonly at: number;
}

/** How long the last frame stays, in seconds. */
const lastFrameSeconds = 1;

/** A film that is being taken. */
export interface Film {
  /** Ends the film and writes it. Answers its length in seconds. */
  end: (target: string) => Promise<number>;
}

/** Takes what a page shows, frame by frame, until the film is ended. A frame comes whenever the page changes. */
export async function startFilm(page: Page): Promise<Film> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-film-'));
  const frames: Frame[] = [];
  const writes: Promise<void>[] = [];
  const browser = await page.context().newCDPSession(page);
  browser.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    const file = join(folder, `${frames.length}.jpg`);
    frames.push({ file, at: metadata.timestamp ?? Date.now() / 1000 });
    writes.push(writeFile(file, Buffer.from(data, 'base64')));
    void browser.send('Page.screencastFrameAck', { sessionId });
  });
  await browser.send('Page.startScreencast', { format: 'jpeg', quality: 92 });
  return {
    end: async (target) => {
      await browser.send('Page.stopScreencast');
      await Promise.all(writes);
      const list = join(folder, 'frames.txt');
      await writeFile(list, listFrames(frames));
      await encode(list, target);
      await rm(folder, { recursive: true });
      return (frames.at(-1)?.at ?? 0) - (frames[0]?.at ?? 0) + lastFrameSeconds;
    },
  };
}

/** The frames as ffmpeg's list for `concat`, each with the time until the next one. */
function listFrames(frames: readonly Frame[]): string {
  const lines = frames.flatMap(({ file, at }, index) => [
    `file '${file}'`,
    `duration ${((frames[index + 1]?.at ?? at + lastFrameSeconds) - at).toFixed(3)}`,
  ]);
  return ['ffconcat version 1.0', ...lines].join('\n');
}

/** Writes the frames as WebM, 1280 pixels wide. */
async function encode(list: string, target: string): Promise<void> {
  const filter = 'fps=15,scale=1280:-2:flags=lanczos,format=yuv420p';
  const codec = [
    '-c:v',
    'libvpx-vp9',
    '-b:v',
    '0',
    '-crf',
    '40',
    '-deadline',
    'good',
    '-cpu-used',
    '2',
    '-row-mt',
    '1',
  ];
  const ffmpeg = spawn('ffmpeg', ['-v', 'error', '-y', '-safe', '0', '-i', list, '-vf', filter, ...codec, target], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = (await once(ffmpeg, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`ffmpeg ends with ${code}.`);
}
