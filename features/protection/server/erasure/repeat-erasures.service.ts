import type { Uses } from '#server/portal/portal.ts';
import * as z from 'zod';
import { forgetPerson } from './persons.service.ts';
import { findPerson, findSapId } from './persons.repository.ts';
import { listAllErasures, listWaiting, repeatErasure } from './erasures.repository.ts';
import { runErasure } from './run-erasure.service.ts';

/** Facts of an erasure without a person's data: they outlive the company, so that an older backup of it can be cleaned. */
const KnownErasure = z.object({
  id: z.uuid(),
  kind: z.enum(['conversation', 'key', 'person', 'import']),
  subjectId: z.uuid(),
  userNumbers: z.array(z.int()),
  deletesRequests: z.boolean(),
  requestedAt: z.coerce.date(),
});
export type KnownErasure = z.infer<typeof KnownErasure>;

/** @throws ZodError where these are none */
export const parseErasures = (stored: unknown): KnownErasure[] => z.array(KnownErasure).parse(stored);

export const listKnownErasures = ({ database }: Uses<'database'>, companyId: string): Promise<KnownErasure[]> =>
  database.inCompany.read(companyId, listAllErasures);

/**
 * Carries out again what was erased after these rows were copied, and what waited then.
 * @param deleteUser deletes the row of a user without its account
 * @returns how many
 */
export async function repeatErasures(
  portal: Uses<'database' | 'files' | 'changes' | 'clock'>,
  companyId: string,
  known: readonly KnownErasure[],
  deleteUser: (id: string) => Promise<void>,
): Promise<number> {
  const { database } = portal;
  const done = await database.inCompany.read(companyId, listAllErasures);
  const waiting = await database.inCompany.read(companyId, listWaiting);
  const since = known.filter(({ id }) => !done.some((each) => each.id === id));
  for (const erasure of [...waiting, ...since]) {
    if (erasure.kind === 'person') await forgetAgain(portal, companyId, erasure, deleteUser);
    else await database.inCompany(companyId, (tx) => repeatErasure(tx, erasure));
    await runErasure(portal, companyId, erasure.id);
  }
  return waiting.length + since.length;
}

async function forgetAgain(
  portal: Uses<'database' | 'clock'>,
  companyId: string,
  erasure: KnownErasure,
  deleteUser: (id: string) => Promise<void>,
): Promise<void> {
  const { database } = portal;
  const { subjectId: id } = erasure;
  const person = await database.inCompany.read(companyId, (tx) => findPerson(tx, { id }));
  const note = (userNumbers: number[]) =>
    database.inCompany(companyId, (tx) => repeatErasure(tx, { ...erasure, userNumbers }));
  // Whose names were erased before the rows were copied.
  if (!person) return void (await note(erasure.userNumbers));
  const user = await database.inCompany.read(companyId, (tx) => findSapId(tx, { id }));
  if (person.isUser) await deleteUser(id);
  await forgetPerson(portal, companyId, { ...person, sapId: user?.sapId }, (tx, userNumbers) =>
    repeatErasure(tx, { ...erasure, userNumbers: [...new Set([...userNumbers, ...erasure.userNumbers])] }),
  );
}
