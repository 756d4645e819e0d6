import type { RowBytes, StartLines } from '#server/lib/row-file.ts';
import type { WorkerPool } from '#server/lib/concurrency/worker-pool.ts';
import { renderMasked, type MaskedReader } from './render-masked.ts';
import type { Masker } from './mask-text.ts';

interface MaskedRows<Row, Shown> {
  readonly workers: Pick<WorkerPool, 'run'>;
  readonly reader: MaskedReader;
  readonly pages: AsyncIterable<readonly Row[]>;
  /** Pure, as `renderMasked` asks for. */
  readonly toShown: (row: Row, masker: Masker) => Shown;
  readonly startLines: StartLines<Shown>;
}

/** The lines of rows as their reader sees them, masked page by page. */
export async function* readMaskedLines<Row, Shown>({
  workers,
  reader,
  pages,
  toShown,
  startLines,
}: MaskedRows<Row, Shown>): AsyncGenerator<RowBytes> {
  for await (const rows of pages) {
    const shown = await renderMasked(workers, reader, (masker) => rows.map((row) => toShown(row, masker)));
    const { add, end } = startLines();
    shown.forEach(add);
    yield end();
  }
}
