import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';

/**
 * The ids of one company's conversations, messages and requests as its readers see them. A stored one is the hash of what an assistant
 * reported, so that everyone who sees it could try what that was, for example addresses. A shown one is the stored one under the key
 * of its company: it says nothing without that, and is another one in each company. All are UUIDs.
 */
export interface ShownIds {
  /** The shown ids of stored ones, in their order. */
  showAll(ids: readonly string[]): string[];
  show(id: string): string;
  /** The stored id of a shown one; of any other UUID one that nothing has. */
  open(shown: string): string;
}

const sizes = { key: 16, block: 16 } as const;

/** @param secret of the portal, from which the company's key follows */
export function createShownIds(secret: Uint8Array, companyId: string): ShownIds {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `shown ids ${companyId}`, sizes.key));
  // An id is one block of AES, so that each has exactly one other; blocks stand alone, so that one cipher does for all.
  const cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false);
  const decipher = createDecipheriv('aes-128-ecb', key, null).setAutoPadding(false);
  return new OfCompany(
    (blocks) => cipher.update(blocks),
    (blocks) => decipher.update(blocks),
  );
}

type Turn = (blocks: Buffer) => Buffer;

/** Its fields are private, so that two of the same company are equal, and nothing prints the key. */
class OfCompany implements ShownIds {
  readonly #show: Turn;
  readonly #open: Turn;

  constructor(show: Turn, open: Turn) {
    this.#show = show;
    this.#open = open;
  }

  showAll(ids: readonly string[]): string[] {
    return turn(ids, this.#show);
  }

  show(id: string): string {
    return turn([id], this.#show)[0] ?? '';
  }

  open(shown: string): string {
    return turn([shown], this.#open)[0] ?? '';
  }
}

const toBare = (id: string) => id.replaceAll('-', '');

function turn(ids: readonly string[], change: Turn): string[] {
  const blocks = Buffer.from(toBare(ids.join('')), 'hex');
  if (blocks.length !== ids.length * sizes.block) throw new Error('One of the ids is no UUID.');
  const bare = change(blocks).toString('hex');
  return ids.map((_id, place) => toUuid(bare, place * 2 * sizes.block));
}

/** @param bare hexadecimal digits of ids, one of which begins at the place */
const toUuid = (bare: string, at: number) =>
  `${bare.slice(at, at + 8)}-${bare.slice(at + 8, at + 12)}-${bare.slice(at + 12, at + 16)}-${bare.slice(at + 16, at + 20)}-${bare.slice(at + 20, at + 32)}`;

/** Fields of rows: one with a stored id or null, and the one with the sender's name for it. */
export interface IdField<Row> {
  readonly id: keyof Row;
  readonly name?: keyof Row;
}

/**
 * Rows with their ids as they are shown. The sender's name of what was erased has been replaced by its stored id, and is shown
 * as that is.
 */
export function showIds<Row extends object>(
  ids: ShownIds,
  rows: readonly Row[],
  fields: ReadonlyArray<IdField<Row>>,
): Row[] {
  const shown = fields.map(({ id }) => {
    const present = rows.map((row) => row[id] as string | null).filter((each) => each !== null);
    return ids.showAll(present)[Symbol.iterator]();
  });
  return rows.map((row) => {
    const changed = { ...row };
    for (const [place, { id, name }] of fields.entries()) {
      if (row[id] === null) continue;
      const one = shown[place]?.next().value ?? '';
      changed[id] = one as Row[keyof Row];
      if (name !== undefined && row[name] === toBare(row[id] as string)) changed[name] = toBare(one) as Row[keyof Row];
    }
    return changed;
  });
}

/** `showIds` of rows that come page by page. */
export async function* showPages<Row extends object>(
  ids: ShownIds,
  pages: AsyncIterable<readonly Row[]>,
  fields: ReadonlyArray<IdField<Row>>,
): AsyncGenerator<Row[]> {
  for await (const rows of pages) yield showIds(ids, rows, fields);
}
