import { can, type Capability, type Role } from '#contract/capabilities.ts';
import type { MaskingSettings } from '#features/protection/contract/masking-kinds.ts';
import type { ShownIds } from '../crypto/shown-ids.ts';
import type { RoleRights } from '#features/people/contract/role-rights.ts';
import { Problem } from './problem.ts';
import type { Suspension } from './suspension.ts';

/**
 * How the session was opened: by the issuer of a company, which it opens alone, by that of the portal, or by a password,
 * which has neither.
 */
export interface OpenedBy {
  readonly companyId: string | null;
  readonly issuer: string | null;
}

/** Who calls, in which company. Roles are those held there; a provider's SuperAdmin is SuperAdmin everywhere. */
export interface Actor {
  readonly accountId: string;
  /** The session that issued the token; null for tokens of other issuers. */
  readonly sessionId: string | null;
  readonly openedBy: OpenedBy;
  /** The person's user in the company of `homeCompanyId`, which is `companyId` unless the provider acts elsewhere. */
  readonly userId: string;
  readonly companyId: string;
  readonly companyName: string;
  readonly homeCompanyId: string;
  /** Name of the person's own company where they act in another one, for the audit log. */
  readonly actsFrom: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly roles: readonly Role[];
  readonly isProvider: boolean;
  /** Changes that the current company made to the rights of its roles. */
  readonly rights: RoleRights;
  /** How conversations are masked there. */
  readonly masking: MaskingSettings;
  /** How ids of conversations, messages and requests are shown there. */
  readonly ids: ShownIds;
  /** Capabilities that the roles permit there. */
  readonly capabilities: readonly Capability[];
  /** The company's zone with its changes (`zone-names.ts` of the contract), in which days and months are counted. */
  readonly timeZone: string;
  /** Suspension of the current company, including one that has not started yet. */
  readonly suspension: Suspension | null;
}

export function allow(actor: Actor, capability: Capability): void {
  if (!can(actor, capability)) throw new Problem('access.refused', { detail: `needs ${capability}` });
}

/** With the company from which the actor acts, for actors of the provider. */
export function toActorName({ firstName, lastName, actsFrom }: Actor): string {
  return `${firstName} ${lastName}${actsFrom === null ? '' : ` (${actsFrom})`}`;
}
