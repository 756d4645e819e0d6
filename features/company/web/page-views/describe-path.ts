/** The pattern of a page without its optional parts: '/settings/usage'. */
export function describePath(path: string): string {
  if (path === '/$') return 'Unknown pages';
  return path.replaceAll(/\/\{-\$\w+\}/g, '') || '/';
}
