const inputs = ['pointerdown', 'wheel', 'keydown', 'touchstart'] as const;

/**
 * Lets the page begin at its top, or at the sample of its address: samples that bring themselves into view would take it elsewhere,
 * those whose code comes later too. Ends with the first thing that the reader does. Called once.
 */
export function beginAtTop(): void {
  const begin = () => {
    const sample = document.getElementById(decodeURIComponent(window.location.hash.slice(1)));
    if (sample) sample.scrollIntoView();
    else window.scrollTo(0, 0);
  };
  const end = () => window.removeEventListener('scroll', begin);
  window.addEventListener('scroll', begin);
  for (const input of inputs) window.addEventListener(input, end, { once: true, capture: true });
}
