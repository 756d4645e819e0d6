import { can, type CapabilityHolder } from '#contract/capabilities.ts';
import { paths } from '../../paths.ts';

interface Address {
  readonly pathname: string;
  readonly search: object;
  readonly hash: string;
}

interface Move {
  readonly from: string;
  readonly to: string;
  /** Which visits of the address are led on; all without it. */
  readonly isMoved?: (address: Address, holder: CapabilityHolder) => boolean;
  /** The search at the present address; the same without it. */
  readonly toSearch?: (search: object) => object;
}

/** Parts that now stand on the tab of support. Its catalogue is not read here, because every page fetches this file. */
const supportParts = new Set(['support-limits', 'support-requests']);

/** Addresses of former pages, which e-mails, bookmarks and links of others still hold. */
const moves: readonly Move[] = [
  // Those who manage notifications find all reports beside them; others keep the list of their own.
  {
    from: paths.reports(),
    to: paths.notifications(),
    isMoved: (_, holder) => can(holder, 'notifications.manage'),
  },
  // Lists of what needs a person, in e-mails, lead to the overdue invoices.
  {
    from: paths.billing(),
    to: paths.billing(),
    isMoved: ({ search }) => 'only' in search,
    toSearch: ({ only: _only, ...search }: { only?: unknown }) => ({ ...search, status: 'overdue' }),
  },
  {
    from: paths.usage(),
    to: paths.usageSupport(),
    isMoved: ({ search, hash }) => supportParts.has(hash) || 'support' in search,
    toSearch: ({ support, ...search }: { support?: unknown }) => ({ ...search, type: support }),
  },
];

/** The present address of what stood at a former one, with its search and hash. */
export function findMovedAddress(address: Address, holder: CapabilityHolder) {
  const { pathname, search, hash } = address;
  const move = moves.find(({ from, isMoved }) => from === pathname && (!isMoved || isMoved(address, holder)));
  return move && { to: move.to, search: move.toSearch?.(search) ?? search, hash };
}
