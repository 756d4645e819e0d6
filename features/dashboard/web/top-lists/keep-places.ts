/** A user or skill with its total. */
interface Counted {
  readonly _id: string;
  readonly total: number;
}

export interface KeptList<Row> {
  /** The listed rows in their places, with the newest figures, and each with its rank among all by now, from 1. */
  readonly rows: readonly (Row & { readonly rank: number })[];
  /** How many have come in that are not listed. */
  readonly newCount: number;
  /** Whether the places are no longer those of the ranks. */
  readonly isMoved: boolean;
}

/** A list by the total with what is known since, so that no row moves while it is read. */
export function keepPlaces<Row extends Counted>(
  listed: readonly Row[],
  newest: readonly Row[] = listed,
): KeptList<Row> {
  const places = new Map(newest.map((row, index) => [row._id, { row, rank: index + 1 }]));
  const rows = listed.map((row, index) => {
    const now = places.get(row._id);
    return { ...(now?.row ?? row), rank: now?.rank ?? index + 1 };
  });
  const known = new Set(listed.map(({ _id }) => _id));
  return {
    rows,
    newCount: newest.filter(({ _id }) => !known.has(_id)).length,
    isMoved: rows.some(({ rank }, index) => rank < (rows[index - 1]?.rank ?? 0)),
  };
}
