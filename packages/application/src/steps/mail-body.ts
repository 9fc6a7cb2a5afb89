import type { MailBlock } from '../kernel/mail.ts';

/**
 * The two forms of a mail, with the same words. The HTML form shows addresses in full, so that people see where a link
 * leads, and loads nothing: no picture, no style sheet and no script of anybody.
 */
export const mailBody = (blocks: readonly MailBlock[]): Readonly<{ text: string; html: string }> => ({
  text: `${blocks.map(asText).join('').trimStart()}\n`,
  html: `${HEAD}${blocks.map(asHtml).join('\n')}\n</body>\n</html>\n`,
});

/** In the colours and the width of the reader's screen; a link without a space breaks rather than widening a small one. */
const HEAD = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<body style="max-width: 36em; margin: 1em; font: 1em/1.5 sans-serif; overflow-wrap: anywhere">
`;

/** A link or a text to copy follows its paragraph at once. */
function asText(block: MailBlock): string {
  if (typeof block === 'string') return `\n\n${block}`;
  if ('quote' in block)
    return `\n${linesOf(block.quote)
      .map((line) => `> ${line}`.trimEnd())
      .join('\n')}`;
  if ('list' in block) return `\n${block.list.map((item) => `- ${item}`).join('\n')}`;
  return `\n${'link' in block ? block.link : block.copy}`;
}

function asHtml(block: MailBlock): string {
  if (typeof block === 'string') return `<p>${escaped(block)}</p>`;
  if ('quote' in block) return `<blockquote>${linesOf(block.quote).map(escaped).join('<br>\n')}</blockquote>`;
  if ('list' in block) return `<ul>\n${block.list.map((item) => `<li>${escaped(item)}</li>`).join('\n')}\n</ul>`;
  if ('copy' in block) return `<pre style="white-space: pre-wrap">${escaped(block.copy)}</pre>`;
  return `<p><a href="${escaped(block.link)}">${escaped(block.link)}</a></p>`;
}

/** Every character at which a mail program may break a line: an unquoted line would pass for one of the service. */
const linesOf = (text: string): readonly string[] => text.split(/\r\n|[\r\n\u2028\u2029]/u);

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (found) => ENTITIES[found] ?? '');
