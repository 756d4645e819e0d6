/** Settings of the server, in a JSON element of index.html. */
export interface Settings {
  brand: { product: string; assistant: string; provider: string; supportEmail: string; supportPhone: string };
  /** Base URLs of the two API targets (section 7), without a trailing slash. */
  api: { main: string; dev: string };
  /** The address that page views are sent to; empty sends none. */
  pageViewsUrl: string;
  signUp: 'open' | 'approval' | 'closed';
  /** The nonce that this page's content policy allows on style tags. */
  nonce: string;
}

const defaults: Settings = {
  brand: {
    product: 'Portal',
    assistant: 'Assistant',
    provider: 'the provider',
    supportEmail: 'support@example.com',
    supportPhone: '',
  },
  api: { main: '/api', dev: '/api' },
  pageViewsUrl: '/api/page-views',
  signUp: 'open',
  nonce: '',
};

type Sent = { [Key in keyof Settings]?: Partial<Settings[Key]> };

/** Every missing part falls back to its default; unreadable text counts as empty. */
export function parseSettings(text: string): Settings {
  const sent = parseObject(text);
  return {
    brand: { ...defaults.brand, ...sent.brand },
    api: { ...defaults.api, ...sent.api },
    pageViewsUrl: typeof sent.pageViewsUrl === 'string' ? sent.pageViewsUrl : defaults.pageViewsUrl,
    signUp: sent.signUp === 'approval' || sent.signUp === 'closed' ? sent.signUp : 'open',
    nonce: typeof sent.nonce === 'string' ? sent.nonce : '',
  };
}

function parseObject(text: string): Sent {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function readSettings(): Settings {
  const parsed = parseSettings(document.getElementById('portal-settings')?.textContent ?? '');
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return { ...parsed, nonce: parsed.nonce || (meta?.nonce ?? '') };
}

export const settings: Settings = readSettings();
