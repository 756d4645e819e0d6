/** 'accountLimit' → 'Account limit', 'sign-up' → 'Sign up', 'files.not-found' → 'Files not found'. */
export function toWords(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_.]/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
