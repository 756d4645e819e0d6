import type { Outage } from './outages.ts';

/** The storage took or gave no file. The message is one sentence for the operator that says what to do; it quotes no key. */
export class StorageFailed extends Error {
  override name = 'StorageFailed';
  readonly outage: Outage;

  constructor(reason: string, options?: ErrorOptions) {
    super(`Files cannot be stored or read: ${reason}.`, options);
    this.outage = { part: 'files', text: this.message, needsOperator: true };
  }
}
