/** The files of each page, by its address in the router: `$id` is any segment, `{-$name}` one that may be missing. */
export type PageCode = Readonly<Record<string, readonly string[]>>;

/**
 * Links that let a browser fetch the files of the page at `path` together with those of every page, instead of after them.
 * Empty for an address of no page.
 */
export function writePageLinks(pageCode: PageCode, path: string): string {
  const segments = readSegments(path);
  const pages = Object.entries(pageCode);
  const [, files] =
    pages.find(([address]) => address === path) ??
    pages.find(([address]) => matches(readSegments(address), segments)) ??
    [];
  return (files ?? []).map((file) => `<link rel="${getRelation(file)}" crossorigin href="${file}">`).join('');
}

const readSegments = (path: string) => path.split('/').filter((segment) => segment !== '');

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  if (segments.length > pattern.length) return false;
  return pattern.every((part, index) => {
    const segment = segments[index];
    return part.startsWith('{-$') || (segment !== undefined && (part.startsWith('$') || part === segment));
  });
}

const getRelation = (file: string) => (file.endsWith('.css') ? 'preload" as="style' : 'modulepreload');
