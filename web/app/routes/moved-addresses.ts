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
}

/** Addresses of former pages, which e-mails, bookmarks and links of others still hold. */
const moves: readonly Move[] = [
  // Those who manage notifications find all reports beside them; others keep the list of their own.
  {
    from: paths.reports(),
    to: paths.notifications(),
    isMoved: (_, holder) => can(holder, 'notifications.manage'),
  },
];

/** The present address of what stood at a former one, with its search and hash. */
export function findMovedAddress(address: Address, holder: CapabilityHolder) {
  const { pathname, search, hash } = address;
  const move = moves.find(({ from, isMoved }) => from === pathname && (!isMoved || isMoved(address, holder)));
  return move && { to: move.to, search, hash };
}
