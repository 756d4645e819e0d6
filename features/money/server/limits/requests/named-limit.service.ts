import type { LimitAction } from '#features/money/contract/limits.ts';
import type { LimitKind } from '#features/money/contract/limits/limit-kinds.ts';
import type { TenThousandths } from '#features/money/contract/money.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { findSkillLimit } from '../../usage/limits.repository.ts';
import { findOwnerLimit } from '../owner-limits.repository.ts';
import { findAccountLimit } from './limit-requests.repository.ts';

/** A limit by its kind, and the id of its skill, user or key, or its department; empty for the account. */
export interface LimitReference {
  readonly kind: LimitKind;
  readonly owner: string;
}

/** A limit with the name of its owner, which is empty for the account. */
export interface NamedLimit extends LimitReference {
  readonly name: string;
  /** The one that applies: of a person without an own one that of each person. */
  readonly limit: TenThousandths | null;
  readonly action: LimitAction;
}

/** The limit as it stands; undefined where its owner is gone. */
export async function findNamedLimit(
  tx: CompanyTransaction,
  { kind, owner }: LimitReference,
): Promise<NamedLimit | undefined> {
  if (kind === 'account') {
    const { limit, action } = (await findAccountLimit(tx)) ?? { limit: null, action: 'stop' };
    return { kind, owner, name: '', limit, action };
  }
  const found = kind === 'skill' ? await findSkillLimit(tx, { id: owner }) : await findOwnerLimit[kind](tx, { owner });
  if (!found) return undefined;
  const { name, limit, action } = found;
  if (kind !== 'person' || limit !== null) return { kind, owner, name, limit, action };
  const each = await findOwnerLimit.eachPerson(tx, { owner: '' });
  return { kind, owner, name, limit: each?.limit ?? null, action: each?.action ?? action };
}
