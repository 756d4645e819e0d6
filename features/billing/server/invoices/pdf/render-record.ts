import type { RecordSheet } from './draw-record.ts';

/** Runs where drawing holds up no request. */
export const renderRecordTask = { module: import.meta.url, run: renderRecord };

/** Loads its libraries with the first record, as `renderInvoice` does. */
export async function renderRecord(record: RecordSheet, options?: { compress?: boolean }): Promise<Uint8Array> {
  const { drawRecord } = await import('./draw-record.ts');
  return drawRecord(record, options);
}
