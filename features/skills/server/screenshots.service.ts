import type { Uses } from '#server/portal/portal.ts';
import { problems } from '#contract/problems.ts';
import { findScreenshotKey, toScreenshotAddress } from '#features/skills/contract/skill-values.ts';
import type { Screenshot } from '#features/skills/contract/skills.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import { DatabaseUnavailable } from '#server/database/connection/errors.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import type { CallContext } from '#server/lib/request/call-context.ts';
import { newFileKey } from '#server/lib/crypto/file-keys.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { toPictureProblem } from '#server/lib/request/picture-problem.ts';
import { deleteUnnamedScreenshots, createScreenshot, lockScreenshots } from './screenshots.repository.ts';

/**
 * Re-encodes a screenshot and keeps it, with a thumbnail where it is large. Nothing of the sender's bytes stays. What no
 * skill names within a day is deleted again.
 */
export async function uploadScreenshot(
  portal: Uses<'database' | 'files' | 'normaliseScreenshot' | 'clock' | 'log'>,
  context: CallContext,
  upload: Blob,
): Promise<Screenshot> {
  const { database, files, normaliseScreenshot, clock } = portal;
  const { companyId } = context.actor;
  const picture = await normaliseScreenshot(new Uint8Array(await upload.arrayBuffer()), context.actor.companyId);
  if (!picture.ok) throw toPictureProblem(picture.reason, 'skills.screenshot-refused', 'screenshot');
  const { thumbnail, bytes, contentType } = picture;
  const [key, thumbnailKey] = [newFileKey(), thumbnail ? newFileKey() : null];
  try {
    await files.put({ companyId, key }, bytes, contentType);
    if (thumbnail && thumbnailKey) await files.put({ companyId, key: thumbnailKey }, thumbnail.bytes, contentType);
    await database.inCompany(companyId, async (tx) => {
      await confirmActor(tx, context.actor, 'skills.manage');
      await createScreenshot(tx, { key, thumbnailKey, contentType, createdAt: clock.now() });
    });
    return { url: toScreenshotAddress(key) };
  } catch (error) {
    // After a connection lost in mid-commit the row may stand: a file too many does no harm, one too few does.
    if (!(error instanceof DatabaseUnavailable)) await deleteFiles(portal, context, [key, thumbnailKey]);
    throw error;
  }
}

/** Logs a failure and goes on, because no address leads to the files any more. */
export async function deleteFiles(
  { files, log }: Uses<'files' | 'log'>,
  { actor, requestId }: CallContext,
  keys: readonly (string | null)[],
): Promise<void> {
  for (const key of keys.filter((each) => each !== null)) {
    await files.delete({ companyId: actor.companyId, key }).catch((error: unknown) => {
      log.warn({ err: error, requestId }, 'a screenshot could not be deleted from storage');
    });
  }
}

/**
 * The uploaded ones among the addresses are screenshots of this company, and stay until the transaction ends. Those that
 * the skill has named so far are locked along with them, for `deleteScreenshots`.
 */
export async function refuseUnknownScreenshots(
  tx: CompanyTransaction,
  addresses: readonly string[],
  former: readonly string[] = [],
): Promise<void> {
  const keys = addresses.map(findScreenshotKey);
  const known = await lockScreenshots(tx, toKeys([...addresses, ...former]));
  const { message } = problems['skills.screenshot-unknown'];
  const fields = keys.flatMap((key, place) =>
    key === undefined || known.has(key) ? [] : [{ path: `screenShots.${place}`, message }],
  );
  if (fields.length > 0) throw new Problem('skills.screenshot-unknown', { fields });
}

/**
 * Forgets what the skill named so far, once it is written without it or deleted; what another skill of the company still
 * names stays. Needs them locked. Answers the keys to be deleted from storage after the commit.
 */
export function deleteScreenshots(tx: CompanyTransaction, former: readonly string[]): Promise<string[]> {
  return deleteUnnamedScreenshots(tx, toKeys(former));
}

/** For a skill that is about to be deleted. */
export async function lockNamedScreenshots(tx: CompanyTransaction, former: readonly string[]): Promise<void> {
  await lockScreenshots(tx, toKeys(former));
}

const toKeys = (addresses: readonly string[]) => addresses.map(findScreenshotKey).filter((key) => key !== undefined);
