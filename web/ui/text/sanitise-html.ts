import createPurifier from 'dompurify';

/** Allowed elements: no styles, forms, frames, vector graphics or media, which have parts of their own. */
const allowedTags = [
  'p br hr div span blockquote pre code kbd samp var bdi bdo wbr h1 h2 h3 h4 h5 h6 ul ol li dl dt dd',
  'b strong i em u s del ins mark small sub sup q cite abbr time a img figure figcaption',
  'table caption thead tbody tfoot tr th td details summary',
].flatMap((line) => line.split(' '));

const plainAttributes = ['alt', 'title', 'dir', 'lang', 'start', 'reversed', 'colspan', 'rowspan', 'scope', 'datetime'];
const addressAttributes = ['href', 'src'];

const linkScheme = /^(?:https?:\/\/|mailto:)/i;

/** An own instance, so that its rules apply nowhere else. */
const purifier = createPurifier(window);

/** Marks a picture that becomes a link. No text can bring it along, because data attributes are not let in. */
const linkMark = 'data-link';

purifier.addHook('afterSanitizeAttributes', (node) => {
  // A `data:` picture passes the purifier's own check of addresses.
  for (const name of addressAttributes) {
    if (node.hasAttribute(name) && !linkScheme.test(readAddress(node, name))) node.removeAttribute(name);
  }
  if (node.tagName === 'A' && node.hasAttribute('href')) secureLink(node);
  if (node.tagName === 'IMG') settlePicture(node);
});

function secureLink(link: Element): void {
  link.setAttribute('target', '_blank');
  link.setAttribute('rel', 'noopener noreferrer');
}

/**
 * Pictures load from https alone, as the page's content policy has it. Decided while they still lie in the purifier's
 * own document, where nothing loads.
 */
function settlePicture(picture: Element): void {
  const address = readAddress(picture, 'src');
  picture.setAttribute('loading', 'lazy');
  picture.setAttribute('decoding', 'async');
  if (!picture.hasAttribute('alt')) picture.setAttribute('alt', '');
  if (address.startsWith('https:')) return;
  picture.removeAttribute('src');
  picture.setAttribute(linkMark, address.startsWith('http:') ? address : '');
}

/** The address as the browser reads it; empty where it is none, or hides its host behind a name and a password. */
function readAddress(node: Element, name: string): string {
  const address = node.getAttribute(name) ?? '';
  if (!URL.canParse(address)) return '';
  const { href, username, password } = new URL(address);
  return username === '' && password === '' ? href : '';
}

/**
 * Cleans the HTML of strangers. Answers nodes, not text: what has been cleaned is never parsed a second time, when it
 * could mean something else.
 */
export function sanitiseHtml(html: string): DocumentFragment {
  // Inside a body, because a frame set at the beginning would replace the document, and nothing would be answered.
  const fragment = purifier.sanitize(`<body>${disarmHtml(html)}`, {
    ALLOWED_TAGS: allowedTags,
    ALLOWED_ATTR: [...plainAttributes, ...addressAttributes],
    // Whatever is not named here is judged as an address.
    ADD_URI_SAFE_ATTR: plainAttributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: linkScheme,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const picture of fragment.querySelectorAll(`[${linkMark}]`)) toLink(picture);
  for (const heading of fragment.querySelectorAll('h1, h2, h3, h4, h5, h6')) toStrongLine(heading);
  return fragment;
}

/** Replaces a picture that cannot be shown by a link with its words. */
function toLink(picture: Element): void {
  const address = picture.getAttribute(linkMark) ?? '';
  const words = picture.getAttribute('alt') ?? '';
  if (address === '') {
    picture.replaceWith(words);
    return;
  }
  const link = document.createElement('a');
  link.href = address;
  secureLink(link);
  link.textContent = words || address;
  picture.replaceWith(link);
}

/** A heading of a message is none of the page's outline. */
function toStrongLine(heading: Element): void {
  const line = document.createElement('p');
  const strong = document.createElement('strong');
  strong.append(...heading.childNodes);
  line.append(strong);
  heading.replaceWith(line);
}

/*
 * A browser holds handlers, styles, base addresses and tracks against the content policy as soon as it reads them, even in a
 * document where nothing runs or applies, and reports every one. They are dropped anyway: under other names they are
 * dropped in silence, so that a report of the policy always means something. The sanitiser protects, not this function.
 */

/** Comments, and tags with what a browser takes for their attributes. */
const commentOrTag =
  /<!--[\s\S]*?(?:--!?>|$)|<\/?[a-z](?:[^\s/>]*)(?:[\s/]+|[^\s/>][^\s/>=]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*))?)*/gi;
const attribute = /([^\s/>][^\s/>=]*)(\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*))?/gi;
const tagName = /^<\/?[^\s/>]+/;
const mayBeReported = /on|style|base|track/i;
const reportedTag = /^(<\/?)(style|base|track)$/i;
const reportedAttribute = /^(?:on|style$)/i;

/** Elements that are read in the same way, and dropped too. */
const quietTags: Readonly<Record<string, string>> = { style: 'noembed', base: 'link', track: 'link' };

/** The same HTML without what a browser reports while it reads it. */
export function disarmHtml(html: string): string {
  return html.replaceAll(commentOrTag, (text) => {
    if (text.startsWith('<!') || !mayBeReported.test(text)) return text;
    const [start = ''] = tagName.exec(text) ?? [];
    return disarmTagName(start) + text.slice(start.length).replaceAll(attribute, disarmAttribute);
  });
}

function disarmTagName(start: string): string {
  return start.replace(reportedTag, (_, open: string, name: string) => open + quietTags[name.toLowerCase()]);
}

/** Another element may end within a value where the text around it is no HTML, such as that of a style. */
function disarmAttribute(_: string, name: string, value = ''): string {
  const quietValue = value.includes('<') ? disarmHtml(value) : value;
  return `${reportedAttribute.test(name) ? 'data-' : ''}${name}${quietValue}`;
}
