/** A paragraph, or something on a line of its own: a link, or a text to copy as it is. */
export type Block = string | Readonly<{ link: string }> | Readonly<{ copy: string }>;

/**
 * The two forms of a mail, with the same words. The HTML form shows addresses in full, so that people see where a link
 * leads, and loads nothing: no picture, no style and no script of anybody.
 */
export const mailBody = (blocks: readonly Block[]): Readonly<{ text: string; html: string }> => ({
  text: `${blocks.map(asText).join('').trimStart()}\n`,
  html: `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<body>\n${blocks.map(asHtml).join('\n')}\n</body>\n</html>\n`,
});

/** A link or a text to copy follows its paragraph at once. */
function asText(block: Block): string {
  if (typeof block === 'string') return `\n\n${block}`;
  return `\n${'link' in block ? block.link : block.copy}`;
}

function asHtml(block: Block): string {
  if (typeof block === 'string') return `<p>${escaped(block)}</p>`;
  if ('copy' in block) return `<pre>${escaped(block.copy)}</pre>`;
  return `<p><a href="${escaped(block.link)}">${escaped(block.link)}</a></p>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (found) => ENTITIES[found] ?? '');
