import { createRandom, type Random } from '../../demo-assistant/random.ts';

/** The intake takes 8 MiB before compression, other calls one. */
const intakeBytes = 8 * 1024 * 1024 - 1024;
const maxDepth = 200;

interface RandomBody {
  readonly path: string;
  readonly body: string;
}

const intakePaths = ['/otlp/v1/traces', '/otlp/v1/logs', '/intake/conversations'] as const;
const words = [
  'id',
  'date',
  'conversations',
  'messages',
  'resourceSpans',
  'scopeSpans',
  'spans',
  'attributes',
  'key',
  'value',
  'data',
];

/** Bodies up to the limit of their call, whose shape is drawn: names that calls know, deep, wide, long or broken off. */
export function listRandomBodies(count: number, seed: string): RandomBody[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const path = intakePaths[index % intakePaths.length] ?? intakePaths[0];
    return { path, body: toBody(random, intakeBytes * (0.5 + random.fraction() / 2)) };
  });
}

/** One drawn value, repeated in a list under a drawn name until the body is as long as wanted, and sometimes cut. */
function toBody(random: Random, length: number): string {
  const item = JSON.stringify(toValue(random, random.int(1, 6)));
  const begin = `{${JSON.stringify(random.pick(words))}:${'['.repeat(random.int(1, maxDepth))}`;
  const repeats = Math.max(1, Math.floor((length - begin.length) / (item.length + 1)));
  const text = begin + Array.from({ length: repeats }, () => item).join(',');
  const end = `${']'.repeat(begin.split('[').length - 1)}}`;
  return random.chance(0.2) ? text : `${text}${end}`;
}

function toValue(random: Random, depth: number): unknown {
  const kind = depth === 0 ? random.int(0, 3) : random.int(0, 5);
  if (kind === 0) return random.fraction() * 10 ** random.int(0, 299);
  if (kind === 1)
    return random
      .pick(['x', '😀', '\\u0000', '2026-11-20T10:00:00.000Z', '4111 1111 1111 1111 '])
      .repeat(random.int(0, 1999));
  if (kind === 2) return random.pick<unknown>([null, true, false, -0, 1e308]);
  if (kind === 3) return random.pick(words);
  const length = random.int(0, 19);
  if (kind === 4) return Array.from({ length }, () => toValue(random, depth - 1));
  return Object.fromEntries(
    Array.from({ length }, (_, index) => [
      `${random.pick(words)}${random.chance(0.3) ? '' : index}`,
      toValue(random, depth - 1),
    ]),
  );
}
