import { escaped, Html } from './html.ts';

const WORDS =
  /^(await|as|catch|class|const|def|do|done|else|export|extends|fi|for|from|function|if|import|in|interface|let|new|raise|return|then|throw|try|type|until|while|with|yield)$/;
const HASH_COMMENTS = new Set(['bash', 'sh', 'python', 'yaml', 'ini', 'nginx', 'toml', 'dockerfile']);

/** Code with its comments, strings, numbers and words of the language marked. Unknown languages are left as they are. */
export function highlighted(code: string, language: string): Html {
  if (language === '' || language === 'output' || language === 'text') return new Html(escaped(code));
  const comment = HASH_COMMENTS.has(language) ? '(?<=^|\\s)#[^\\n]*' : '//[^\\n]*|/\\*[\\s\\S]*?\\*/';
  const token = new RegExp(
    `(?<comment>${language === 'json' ? '(?!)' : comment})|(?<string>"(?:[^"\\\\\\n]|\\\\.)*"|'(?:[^'\\\\\\n]|\\\\.)*'|\`[^\`]*\`)|(?<number>\\b\\d[\\d_.]*\\b)|(?<word>\\b[a-zA-Z]+\\b)`,
    'gm',
  );
  let result = '';
  let end = 0;
  for (const found of code.matchAll(token)) {
    const [text] = found;
    const { comment: isComment, string, number } = found.groups ?? {};
    const kind = isComment ? 'c' : string ? 's' : number ? 'n' : WORDS.test(text) ? 'w' : undefined;
    result += escaped(code.slice(end, found.index));
    result += kind === undefined ? escaped(text) : `<span class="${kind}">${escaped(text)}</span>`;
    end = found.index + text.length;
  }
  return new Html(result + escaped(code.slice(end)));
}
