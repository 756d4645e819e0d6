import type { Uses } from '#server/portal/portal.ts';
import type { Erasure, Person, PersonContents } from '#features/protection/contract/erasures.ts';
import { toEmailKey } from '#contract/fields.ts';
import { foldSearch } from '#contract/fold-text.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import { toErasedKey } from '#domain/ledger/erased-users.ts';
import { toKeyedUser } from '#server/lib/reported-names.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import type { CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { createErasure, toErasure } from './erasures.service.ts';
import { deleteViews } from './named-views.repository.ts';
import * as repository from './persons.repository.ts';

declare module '../../../../server/portal/portal.ts' {
  interface Portal {
    /** Deletes a user with the account; @throws Problem where the policy keeps it. */
    readonly deleteUser: (context: CallContext, id: string) => Promise<unknown>;
  }
}

export type FoundPerson = NonNullable<Awaited<ReturnType<typeof repository.findPerson>>>;

/** How pages name an erased person. */
const erasedName = 'Erased person';

const maxShownIds = 5;

function toPerson({ id, isUser, names, ids }: FoundPerson, conversations: number): Person {
  // Without the kinds of keys.
  const shown = [...new Set(ids.map((each) => each.replace(/^(?:id|email|sap|name):/, '')))];
  const [name = ''] = names;
  return { id, isUser, name: name || (shown[0] ?? ''), ids: shown.slice(0, maxShownIds), conversations };
}

/** The most relevant ones, of many. */
export async function listPersons({ database }: Uses<'database'>, actor: Actor, search: string): Promise<Person[]> {
  const { companyId } = actor;
  const keys = toKeys(search);
  const found = await database.inCompany.read(companyId, (tx) =>
    repository.listPersons(tx, { search, folded: foldSearch(search), keys }),
  );
  const counted = found.map(async (person) =>
    toPerson(person, (await countContents({ database }, companyId, person)).conversations),
  );
  return Promise.all(counted);
}

/** All keys that a text can be. */
const toKeys = (text: string): string[] => [
  ...toKeyedUser({ id: text, email: text, sapId: text }).keys,
  ...toKeyedUser({ firstName: text }).keys,
];

const countContents = ({ database }: Uses<'database'>, companyId: string, { id, numbers, emails }: FoundPerson) =>
  database.inCompany.read(companyId, (tx) => repository.countContents(tx, { id, numbers, emails }));

/** @throws Problem `record.not-found` */
export async function getFoundPerson(
  { database }: Uses<'database'>,
  { companyId }: Actor,
  id: string,
): Promise<FoundPerson> {
  const found = await database.inCompany.read(companyId, (tx) => repository.findPerson(tx, { id }));
  if (!found) throw new Problem('record.not-found');
  return found;
}

/** @throws Problem `record.not-found` */
export async function getPerson(portal: Uses<'database'>, actor: Actor, id: string): Promise<PersonContents> {
  const found = await getFoundPerson(portal, actor, id);
  const { conversations, ...contents } = await countContents(portal, actor.companyId, found);
  return { ...toPerson(found, conversations), ...contents };
}

/**
 * Deletes the account, the names and the mails, and from then on the intake stores no text of the person; the texts of its
 * conversations follow in the background.
 * @throws Problem `record.not-found`, `erasures.waiting`, and what the deletion of a user throws
 */
export async function erasePerson(
  portal: Uses<'database' | 'jobs' | 'queues' | 'deleteUser' | 'clock'>,
  context: CallContext,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<Erasure> {
  const { database, queues } = portal;
  const { actor } = context;
  const { companyId } = actor;
  await database.inCompany(companyId, (tx) => confirmActor(tx, actor, 'privacy.manage'));
  const person = await getFoundPerson(portal, actor, id);
  const user = await database.inCompany.read(companyId, (tx) => repository.findSapId(tx, { id }));
  if (person.isUser) await portal.deleteUser(context, id);
  const emails = person.emails.map((email) => toEmailKey(email));
  const erasure = await forgetPerson(portal, companyId, { ...person, sapId: user?.sapId }, (tx, userNumbers) =>
    createErasure(portal, tx, context, { kind: 'person', subjectId: id, reason, userNumbers }),
  );
  await database.inSystem('persons.erase', async (tx) => {
    // Mails of an account go with it, i.e. with its last user.
    const kept = person.isUser ? (await repository.listHeld(tx, { emails })).map(({ email }) => email) : emails;
    const addressesOfAccounts = emails.filter((email) => !kept.includes(email));
    await queues.deleteMails(tx, { companyId, addresses: emails, addressesOfAccounts });
  });
  return toErasure(context.actor.ids, erasure);
}

/**
 * Deletes names, keys and mails of a person whose user is deleted, if there was one.
 * @param note in the transaction of the last of it, with the numbers by which conversations know the person
 */
export async function forgetPerson<T>(
  portal: Uses<'database' | 'clock'>,
  companyId: string,
  person: FoundPerson & { readonly sapId?: string | null | undefined },
  note: (tx: CompanyTransaction, userNumbers: number[]) => Promise<T>,
): Promise<T> {
  const { database, clock } = portal;
  const { id } = person;
  const reported = { emails: person.emails, sapIds: person.sapId ? [person.sapId] : [] };
  const userNumbers = await markErased(portal, companyId, person, reported);
  const now = clock.now();
  const emails = person.emails.map((email) => toEmailKey(email));
  return database.inCompany(companyId, async (tx) => {
    await repository.deleteMails(tx, { id, emails });
    await repository.deletePoolAgreements(tx, { emails });
    const texts = [...emails, ...person.names].map((text) => foldSearch(text)).filter((text) => text !== '');
    await repository.deleteAnswers(tx, { texts });
    await deleteViews(tx, { texts: [...texts, id] });
    const ids = person.ids.map((key) => key.replace(/^(?:id|email|sap|name):/, ''));
    await repository.deleteAttributeValues(tx, {
      ids: [...ids, ...emails, ...reported.sapIds, ...person.names],
      texts,
    });
    await repository.deleteLastAnswers(tx);
    await repository.withdrawTasks(tx);
    await repository.expireOlderExports(tx, { now, emails, name: erasedName });
    await repository.expireImports(tx, { now });
    return note(tx, userNumbers);
  });
}

interface Addresses {
  readonly emails: readonly string[];
  readonly sapIds: readonly string[];
}

/** Deletes names and keys under the ledger lock. @returns the numbers by which conversations know the person */
function markErased(
  { database, clock }: Uses<'database' | 'clock'>,
  companyId: string,
  { numbers }: FoundPerson,
  { emails, sapIds }: Addresses,
): Promise<number[]> {
  const now = clock.now();
  const toErased = (key: string) => (key.startsWith('erased:') ? key : toErasedKey(companyId, key));
  return database.withLedger(companyId, async (tx) => {
    const stored = (await repository.listKeys(tx, { numbers })).map(({ key }) => key);
    const own = [
      ...emails.flatMap((email) => toKeyedUser({ email }).keys),
      ...sapIds.flatMap((sapId) => toKeyedUser({ sapId }).keys),
    ];
    const [number = (await repository.createErasedUser(tx, { name: erasedName, now })).number] = numbers;
    await repository.updateErasedUsers(tx, { numbers, name: erasedName, now });
    await repository.deleteKeys(tx, { numbers });
    const keys = [...new Set([...stored, ...own].map(toErased))];
    await repository.createErasedKeys(tx, { keys, number });
    // Under the lock too, which those that are being made take before they read.
    await repository.withdrawTasks(tx);
    await repository.withdrawOlderFiles(tx);
    return numbers.length > 0 ? numbers : [number];
  });
}

/** @throws Problem `files.not-found` for one that is not done, or is of no person */
export async function getCertificate({ database }: Uses<'database'>, { companyId }: Actor, id: string): Promise<File> {
  const found = await database.inCompany.read(companyId, (tx) => repository.findCertificate(tx, { id }));
  if (!found?.certificate) throw new Problem('files.not-found');
  return new File([found.certificate], `certificate-of-erasure-${id}.json`, { type: 'application/json' });
}
