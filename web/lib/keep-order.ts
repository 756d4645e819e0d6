interface Row {
  readonly _id: string;
}

/** Rows in the order in which they are shown already, so that none moves while it is read; others follow. */
export function keepOrder<Shown extends Row>(rows: readonly Shown[], shown: readonly Row[]): Shown[] {
  const places = new Map(shown.map(({ _id }, place) => [_id, place]));
  return rows.toSorted((a, b) => (places.get(a._id) ?? places.size) - (places.get(b._id) ?? places.size));
}
