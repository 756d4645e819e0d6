/** An element of a tagged PDF by its structure type, with those below it in reading order. */
export interface Tag {
  readonly type: string;
  readonly alt: string | undefined;
  readonly children: readonly Tag[];
}

/** The tree of elements of a PDF, as a screen reader walks it. */
export function readPdfTags(bytes: Uint8Array): Tag[] {
  const pdf = Buffer.from(bytes).toString('latin1');
  const objects = new Map(
    [...pdf.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj/gm)].map(([, id = '', body = '']) => [id, body]),
  );
  const listKids = (body: string) =>
    [...(/\/K \[([^\]]*)\]/.exec(body)?.[1]?.matchAll(/(\d+) 0 R/g) ?? [])].map(([, id = '']) => id);
  const toTag = (id: string): Tag[] => {
    const body = objects.get(id) ?? '';
    const [, type] = /\/S \/(\w+)/.exec(body) ?? [];
    if (type === undefined) return [];
    return [{ type, alt: /\/Alt \(([^)]*)\)/.exec(body)?.[1], children: listKids(body).flatMap(toTag) }];
  };
  const [, root = ''] = /\/StructTreeRoot (\d+) 0 R/.exec(pdf) ?? [];
  return listKids(objects.get(root) ?? '').flatMap(toTag);
}
