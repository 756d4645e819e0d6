import type { JobHandler } from '#server/outside/jobs/jobs.ts';
import type { AskVies } from '#server/outside/vies/vies.ts';
import type { Uses } from '#server/portal/portal.ts';
import { findVatCheckById, noteVatAttempt } from './vat-decisions.repository.ts';

/** Asks VIES about a number, and throws where it does not answer, so that the queue asks again later. */
export function createVatCheckHandler(
  { database, clock, changes }: Uses<'database' | 'clock' | 'changes'>,
  askVies: AskVies,
): JobHandler<'vat.check'> {
  return async ({ payload: { companyId, checkId: id } }) => {
    const check = await database.inCompany.read(companyId, (tx) => findVatCheckById(tx, { id }));
    if (check?.state !== 'pending') return;
    const answer = await askVies(check.vatNumber);
    const noted = answer
      ? { ...answer, state: answer.isValid ? ('valid' as const) : ('invalid' as const) }
      : { state: 'pending' as const, consultation: null, name: null, address: null };
    const { state, consultation, name, address } = noted;
    const now = clock.now();
    await database.inCompany(companyId, (tx) => noteVatAttempt(tx, { id, state, consultation, name, address, now }));
    changes.announce(companyId);
    if (!answer) throw new Error('VIES has not answered about a VAT number');
  };
}
