import { expect, test } from '@jest/globals';
import { anchorsOf, blocksOf, linksOf } from './markdown.ts';

const PAGE = `# A *title*, with \`code\`

Text with [a link](a.md#b) and \`[no link](x)\`.

<!-- not run: takes long -->

\`\`\`bash
# no heading
sleep 9
\`\`\`
<!-- expect: nothing -->

## Again
## Again

\`\`\`\`md
\`\`\`bash
[no](link)
\`\`\`
\`\`\`\`
`;

test('blocks come with their language, line and the comments around them', () => {
  expect(blocksOf(PAGE)).toEqual([
    {
      line: 7,
      language: 'bash',
      text: '# no heading\nsleep 9\n',
      before: ['not run: takes long'],
      after: ['expect: nothing'],
    },
    { line: 16, language: 'md', text: '```bash\n[no](link)\n```\n', before: [], after: [] },
  ]);
});

test('text in code is never a link', () => {
  expect(linksOf(PAGE)).toEqual([{ line: 3, target: 'a.md#b' }]);
});

test('anchors are those of GitHub: lower case, no punctuation, numbered when they repeat', () => {
  expect([...anchorsOf(PAGE)]).toEqual(['a-title-with-code', 'again', 'again-1']);
});
