import type { MaskingSettings } from '#features/protection/contract/masking-kinds.ts';
import { smallSize, type WorkerPool } from '#server/lib/concurrency/worker-pool.ts';
import { maskTextsTask } from './mask-texts.ts';
import { isHarmless, toMasker, withField, type Masker } from './mask-text.ts';

/** Whose texts are masked, and how. */
export interface MaskedReader {
  readonly companyId: string;
  readonly masking: MaskingSettings;
}

/** A character of what is nearly a number takes some microseconds, several times as long as to parse it. */
const costOfCharacter = 4;

/** The size of a task that masks so many characters: dear whatever it is where the company has patterns of its own. */
export const toMaskingSize = (masking: MaskingSettings | undefined, characters: number): number =>
  masking && masking.patterns.length > 0 ? Infinity : characters * costOfCharacter;

/**
 * Renders what a reader gets. Texts that may take long to mask, because of their length or of the company's patterns, are masked in
 * a worker thread: `render` is called with a masker that notes them, and again when they are masked. It has to be pure.
 * @throws what `WorkerPool.run` throws
 */
export async function renderMasked<Rendered>(
  workers: Pick<WorkerPool, 'run'>,
  { companyId, masking }: MaskedReader,
  render: (masker: Masker) => Rendered,
): Promise<Rendered> {
  const known = new Map<string, string>();
  for (;;) {
    const { masker, noted } = createNotingMasker(masking, known);
    const rendered = render(masker);
    if (noted.size === 0) return rendered;
    const texts = [...noted];
    const masked = await workers.run(maskTextsTask, { masking, texts }, { companyId, size: Infinity });
    for (const [place, text] of texts.entries()) known.set(text, masked[place] ?? '');
  }
}

/** Masks short texts at once, in the order in which they come; notes the others, of which the result is to be thrown away. */
function createNotingMasker(masking: MaskingSettings, known: ReadonlyMap<string, string>) {
  const noted = new Set<string>();
  const hasPatterns = masking.patterns.length > 0;
  // Compiling patterns takes long too.
  const own = hasPatterns ? undefined : toMasker(masking);
  let rest = smallSize / costOfCharacter;
  const note = (text: string): string => {
    if (text === '' || (!hasPatterns && isHarmless(text))) return text;
    const found = known.get(text);
    if (found !== undefined) return found;
    rest -= text.length;
    if (own && rest >= 0) return own.maskText(text);
    noted.add(text);
    return '';
  };
  return { masker: withField(masking, note), noted };
}
