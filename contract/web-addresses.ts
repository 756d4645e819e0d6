/** Rules for typed addresses. Without schemas, so that pages load them without zod. */

const addressMaxLength = 2000;
const hostMaxLength = 253;

const label = /^(?!xn--)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const ipv6 = /^\[[0-9a-f:.]{2,45}\]$/i;

/**
 * A host: an ASCII name, an IPv4 address of four decimal numbers, or an IPv6 address in brackets. Refused are names
 * that look like others (`xn--`, other alphabets, full-width digits) and numbers that browsers convert to addresses
 * (`2130706433`, `0x7f.1`, `127.1`).
 */
export function isHostname(text: string): boolean {
  if (text.length > hostMaxLength) return false;
  if (ipv6.test(text)) return URL.canParse(`https://${text}`);
  const labels = text.split('.');
  if (!labels.every((each) => label.test(each))) return false;
  const isNumeric = /^(?:\d+|0x[0-9a-f]*)$/i.test(labels.at(-1) ?? '');
  return !isNumeric || isUsualIpv4(labels);
}

function isUsualIpv4(parts: readonly string[]): boolean {
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
}

/**
 * An unambiguous address: `http` or `https`, a host as above, no user name or password, and nothing that a browser
 * parses differently than it looks (`http:\\a`, tabs, spaces).
 */
export function isWebAddress(text: string, protocols: readonly ('http' | 'https')[] = ['http', 'https']): boolean {
  const [, protocol = '', authority = ''] = /^(https?):\/\/([^/?#\\\s]+)(?:[/?#][^\s\\]*)?$/i.exec(text) ?? [];
  if (text.length > addressMaxLength || !protocols.some((each) => each === protocol.toLowerCase())) return false;
  const [, host = '', port] = /^(.*?)(?::(\d{1,5}))?$/.exec(authority) ?? [];
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return isHostname(host) && (port === undefined || isPort(Number(port))) && !/[\u0000-\u0020\u007f]/.test(text);
}

export function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= 65_535;
}
