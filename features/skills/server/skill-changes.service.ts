import { getToday } from '#domain/ledger/calendar/time-zone.repository.ts';
import type { Uses } from '#server/portal/portal.ts';
import type { TenThousandths } from '#features/money/contract/money.ts';
import { getDay } from '#contract/calendar/zones.ts';
import { can } from '#contract/capabilities.ts';
import type { Skill, SkillDeletion, SkillUpdate } from '#features/skills/contract/skills.ts';
import { allowVersion, changeRecord } from '#server/records/change-record.ts';
import { deleteRecord } from '#server/records/delete-record.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import type { CallContext } from '#server/lib/request/call-context.ts';
import { toActorName } from '#server/lib/request/actor.ts';
import { refuseOtherId } from '#server/lib/request/parse-body.ts';
import { Problem } from '#server/lib/request/problem.ts';
import {
  deleteScreenshots,
  deleteFiles,
  lockNamedScreenshots,
  refuseUnknownScreenshots,
} from './screenshots.service.ts';
import { toAuditedKind, toLimit, toSkill } from './skill-wire.ts';
import { parseForm, parsePrice, refuseChangedOwner } from './skills.policy.ts';
import * as repository from './skills.repository.ts';
import { setStandardPrice } from './prices/standard-prices.repository.ts';
import { getStored } from './skills.service.ts';
import { findTransport } from './states/transport.repository.ts';
import type { SkillDetails, StoredSkill } from './stored-skill.ts';

/**
 * Saves a skill. Uploaded screenshots that no skill of the company names afterwards are gone with it.
 * @throws Problem `record.not-found`, `skills.provided`, `record.stale`, `skills.screenshot-unknown`, `request.invalid`
 */
export async function updateSkill(
  portal: Uses<'database' | 'files' | 'brandProvider' | 'updateLimit' | 'clock' | 'log'>,
  context: CallContext,
  id: string,
  update: SkillUpdate,
): Promise<Skill> {
  const { database, brandProvider, clock } = portal;
  const { actor } = context;
  const viewer = { holder: actor, brandProvider };
  const now = clock.now();
  const { dropped, ...saved } = await database.inCompany(actor.companyId, async (tx) => {
    await confirmActor(tx, actor, 'skills.manage');
    return changeRecord(tx, {
      ...toAuditedKind(brandProvider),
      context,
      now,
      action: 'skills.update',
      lock: () => lock(tx, id, now),
      version: update.version,
      toVisible: (stored) => toSkill(stored, viewer),
      allow: (stored) => {
        refuseOtherId(update, id);
        refuseChangedOwner(update, stored);
      },
      write: async (stored) => {
        const values = parseForm(update, brandProvider);
        const price = parsePrice(actor, update.price, stored.priceTenThousandths);
        await refuseUnknownScreenshots(tx, values.screenShots, stored.screenShots);
        await write(portal, tx, context, { stored, change: { ...values, price }, limit: update.limit, now });
        return { ...(await getStored(tx, id, now)), dropped: await deleteScreenshots(tx, stored.screenShots) };
      },
    });
  });
  await deleteFiles(portal, context, dropped);
  return toSkill(saved, viewer);
}

/**
 * Takes a skill out of the store. Conversations, usage and invoices still name it; what assistants report of it stays
 * mapped, at its price and under its limit, so that nothing becomes free or unlimited by a deletion. Its uploaded
 * screenshots are gone, except those that another skill of the company names, and so is its transport file.
 * @throws Problem `record.not-found`, `skills.provided`, `record.stale`, `request.invalid`
 */
export async function deleteSkill(
  portal: Uses<'database' | 'files' | 'brandProvider' | 'clock' | 'log'>,
  context: CallContext,
  id: string,
  deletion: SkillDeletion = {},
): Promise<void> {
  const { database, brandProvider, clock } = portal;
  const now = clock.now();
  const dropped = await database.inCompany(context.actor.companyId, async (tx) => {
    await confirmActor(tx, context.actor, 'skills.manage');
    let transport: { key: string | null } | undefined;
    const { screenShots } = await deleteRecord(tx, {
      ...toAuditedKind(brandProvider),
      context,
      now,
      action: 'skills.delete',
      lock: () => lock(tx, id, now),
      allow: (stored) => {
        refuseOtherId(deletion, id);
        allowVersion(stored, deletion.version, (current) => toSkill(current, { holder: context.actor, brandProvider }));
      },
      delete: async (stored) => {
        await lockNamedScreenshots(tx, stored.screenShots);
        transport = await findTransport(tx, { id });
        await repository.deleteSkill(tx, { id, now });
      },
    });
    return [...(await deleteScreenshots(tx, screenShots)), transport?.key ?? null];
  });
  await deleteFiles(portal, context, dropped);
}

/** @throws Problem `skills.provided` for a skill of the provider */
async function lock(tx: CompanyTransaction, id: string, now: Date): Promise<StoredSkill | undefined> {
  await repository.lockSkill(tx, { id });
  const stored = await repository.findSkill(tx, { id, today: await getToday(tx, now) });
  if (stored && !stored.isOwn) throw new Problem('skills.provided');
  return stored;
}

interface Change {
  readonly stored: StoredSkill;
  /** The price from today on; undefined keeps the stored one. */
  readonly change: SkillDetails & { readonly price: TenThousandths | undefined };
  readonly limit: number | null | undefined;
  readonly now: Date;
}

/** Writes a locked skill with its limit and price. */
async function write(
  { updateLimit }: Uses<'updateLimit'>,
  tx: CompanyTransaction,
  context: CallContext,
  { stored, change, limit, now }: Change,
): Promise<void> {
  const { id } = stored;
  const { price, ...details } = change;
  await repository.updateSkill(tx, id, details, now);
  if (price !== undefined) {
    const createdBy = toActorName(context.actor);
    const today = getDay(now.getTime(), context.actor.timeZone);
    await setStandardPrice(tx, { id, price, validFrom: today, createdBy, now });
    // What was agreed before would hide the new price from the company it was set for.
    await repository.endAgreedPrice(tx, { id, createdBy, today, now });
  }
  // Who may not read the limit cannot guess it either by saving one.
  if (limit !== undefined && (limit !== toLimit(stored) || !can(context.actor, 'billing.read'))) {
    await updateLimit(tx, context, { id, limit });
  }
}
