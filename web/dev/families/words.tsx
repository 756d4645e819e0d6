import { BlobImage } from '../../ui/blob-image.tsx';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { BreakableText } from '../../ui/text/breakable-text.tsx';
import { ExternalLink } from '../../ui/text/external-link.tsx';
import { HighlightedText } from '../../ui/text/highlighted-text.tsx';
import { PrintedFacts } from '../../ui/text/printed-facts.tsx';
import { SanitisedHtml } from '../../ui/text/sanitised-html.tsx';
import type { Family } from '../samples.ts';
import { Focused } from '../states.tsx';
import { longAddress, longName, longText, rightToLeftName, unbrokenName } from '../texts.ts';

const sizes = ['xs', 'sm', 'field', 'md', 'lg'] as const;
const tones = ['ink', 'soft', 'faint', 'accent', 'red', 'green', 'amber', 'quiet'] as const;
const weights = ['plain', 'medium', 'strong'] as const;
const breaks = ['anywhere', 'never', 'clip', 'kept', 'pretty'] as const;

const image =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><circle cx="32" cy="32" r="30" fill="teal"/></svg>';

const html = `<h3>A heading</h3><p>Words, <b>strong ones</b> and a <a href="https://www.example.com">link</a>.</p>
<ul><li>one</li><li>two</li></ul><pre><code>${unbrokenName}\n  indented</code></pre><blockquote>${longText}</blockquote>
<table><thead><tr><th>Name</th><th>Count</th></tr></thead><tbody><tr><td>${unbrokenName}</td><td>1</td></tr></tbody></table><hr>`;

export const words: Family = {
  title: 'Text',
  samples: [
    {
      title: 'Text',
      render: () => ({
        'every size': (
          <Stack gap={1}>
            {sizes.map((size) => (
              <Text key={size} size={size}>
                {size}
              </Text>
            ))}
          </Stack>
        ),
        'every tone': (
          <Row gap={4} wrap>
            {tones.map((tone) => (
              <Text key={tone} tone={tone}>
                {tone}
              </Text>
            ))}
          </Row>
        ),
        'every weight, figures and code': (
          <Row gap={4} wrap>
            {weights.map((weight) => (
              <Text key={weight} weight={weight}>
                {weight}
              </Text>
            ))}
            <Text number>1,204</Text>
            <Text mono>request-id</Text>
          </Row>
        ),
        'every break, in 20 rem': (
          <Stack gap={3} measure={20}>
            {breaks.map((each) => (
              <Text key={each} breaks={each}>{`${each}: ${unbrokenName}\n${longName}`}</Text>
            ))}
          </Stack>
        ),
        'two lines': (
          <Text lines={2} measure={20}>
            {longText}
          </Text>
        ),
        'at the end, and in the middle': (
          <>
            <Text text="end">end</Text>
            <Text text="center">center</Text>
          </>
        ),
        'while newer figures are fetched': <Text stale>1,204</Text>,
      }),
    },
    {
      title: 'Headings',
      render: () => ({
        each: (
          <Stack gap={2}>
            <h1>{`First ${rightToLeftName}`}</h1>
            <h2>{`Second ${longName}`}</h2>
            <h3>{`Third ${unbrokenName}`}</h3>
          </Stack>
        ),
      }),
    },
    {
      title: 'Links',
      render: () => ({
        normal: (
          <Row gap={4}>
            <a href="#links">A link</a>
            <Text as="a" tone="quiet" href="#links">
              A quiet link
            </Text>
            <ExternalLink href="https://www.example.com">A link out of the portal</ExternalLink>
          </Row>
        ),
        focused: (
          <Focused>
            <a href="#links">A link</a>
          </Focused>
        ),
      }),
    },
    {
      title: 'Breakable text',
      render: () => ({
        'an address in 16 rem': (
          <Text measure={16}>
            <BreakableText text={longAddress} />
          </Text>
        ),
      }),
    },
    {
      title: 'Highlighted text',
      render: () => ({
        'a match': <HighlightedText text={longName} query="KONSTANT" />,
        'without marks and case': <HighlightedText text={unbrokenName} query="elektrizitat" />,
        'right to left': <HighlightedText text={rightToLeftName} query="נועה" />,
        'no match': <HighlightedText text="Anna Keller" query="z" />,
      }),
    },
    {
      title: 'Sanitised HTML',
      render: () => ({
        HTML: <SanitisedHtml html={html} />,
        'plain, its line ends kept': <SanitisedHtml html={`One line\nanother one\n${unbrokenName}`} />,
        'right to left': <SanitisedHtml html={rightToLeftName} />,
        'nothing left of it': <SanitisedHtml html="<script>alert(1)</script>" />,
      }),
    },
    {
      title: 'Printed facts',
      render: () => ({ 'on paper alone': <PrintedFacts facts={{ Period: 'November 2026', Skill: longName }} /> }),
    },
    {
      title: 'Blob image',
      render: () => ({ normal: <BlobImage alt="A circle" blob={new Blob([image], { type: 'image/svg+xml' })} /> }),
    },
  ],
};
