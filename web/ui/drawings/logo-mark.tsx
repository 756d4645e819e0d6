/** The portal's sign, a service bell in the accent colour. Decoration beside the brand word. */
export function LogoMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" fill="none" aria-hidden="true" focusable="false">
      <rect width="28" height="28" rx="7" fill="var(--accent)" />
      <path d="M7 17.5a7 7 0 0 1 14 0Z" fill="var(--on-accent)" />
      <path d="M5.8 20.7h16.4M14 10.3V7.7" stroke="var(--on-accent)" strokeWidth="1.8" strokeLinecap="round" />
      <circle cx="14" cy="7.2" r="1.3" fill="var(--on-accent)" />
    </svg>
  );
}
