// Runs before the first paint, so that a chosen scheme never flashes into the other one. Its key is the one
// web/theme/color-scheme.ts writes.
(function applyColorScheme() {
  let scheme = null;
  try {
    scheme = localStorage.getItem('color-scheme');
  } catch {
    // Storage may be forbidden; the system's preference then stands.
  }
  if (scheme !== 'light' && scheme !== 'dark') {
    scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
})();
