/** A piece of one section of a format code. */
export type Token =
  | Readonly<{ kind: 'text'; text: string }>
  /** Digits of the number: `0`, `#` or `?`. */
  | Readonly<{ kind: 'digit'; sign: string }>
  | Readonly<{ kind: 'point' | 'comma' | 'percent' | 'slash' | 'general' | 'written' }>
  | Readonly<{ kind: 'power'; isSigned: boolean }>
  /** A part of a date: its letter, and how often it is repeated. */
  | Readonly<{ kind: 'date'; letter: string; count: number; isElapsed: boolean }>
  | Readonly<{ kind: 'half'; isShort: boolean }>;

type Operator = '<' | '<=' | '=' | '<>' | '>=' | '>';
const isOperator = (text: string | undefined): text is Operator => /^(?:[<>]=?|=|<>)$/.test(text ?? '');

export type Section = Readonly<{
  tokens: readonly Token[];
  color: string | undefined;
  condition: Readonly<{ operator: Operator; limit: number }> | undefined;
  language: string;
}>;

/** The sections of a code, which semicolons part. */
function sectionTexts(code: string): readonly string[] {
  return (
    code.match(/(?:"[^"]*"?|\\.?|[_*].|\[[^\]]*\]?|[^;])+|;/gs)?.reduce<string[]>(
      (all, piece) => {
        if (piece === ';') all.push('');
        else all[all.length - 1] += piece;
        return all;
      },
      [''],
    ) ?? ['']
  );
}

const PIECE =
  /"(?<quoted>[^"]*)"?|\\(?<escaped>.?)|_(?<space>.)|\*.|\[(?<bracket>[^\]]*)\]?|(?<general>General)|(?<half>AM\/PM|A\/P|上午\/下午)|(?<power>E[+-])|(?<date>y+|m+|d+|h+|s+|e+|b+|g+)|(?<sign>[\s\S])/giu;
const COLORS = /^(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+)$/i;
const OPERATORS = /^(<=|>=|<>|<|>|=)\s*(-?\d+(?:[.,]\d+)?)$/;
const ELAPSED = /^(h+|m+|s+)$/i;

export const sectionsOf = (code: string): readonly Section[] => sectionTexts(code).map(sectionOf);

function sectionOf(text: string): Section {
  const tokens: Token[] = [];
  let color: string | undefined;
  let condition: Section['condition'];
  let language = '';
  const say = (said: string): void => void tokens.push({ kind: 'text', text: said });
  for (const { groups = {} } of text.matchAll(PIECE)) {
    const { quoted, escaped, space, bracket, general, half, power, date, sign } = groups;
    if (quoted !== undefined) say(quoted);
    else if (escaped !== undefined) say(escaped);
    else if (space !== undefined) say(' ');
    else if (general !== undefined) tokens.push({ kind: 'general' });
    else if (half !== undefined) tokens.push({ kind: 'half', isShort: half.length === 3 });
    else if (power !== undefined) tokens.push({ kind: 'power', isSigned: power.endsWith('+') });
    else if (date !== undefined)
      tokens.push({ kind: 'date', letter: date[0]?.toLowerCase() ?? '', count: date.length, isElapsed: false });
    else if (sign !== undefined) tokens.push(tokenOf(sign));
    else if (bracket !== undefined) {
      const compared = OPERATORS.exec(bracket);
      if (ELAPSED.test(bracket))
        tokens.push({ kind: 'date', letter: bracket[0]?.toLowerCase() ?? '', count: bracket.length, isElapsed: true });
      else if (COLORS.test(bracket)) color = bracket.toLowerCase();
      else if (compared !== null && isOperator(compared[1]))
        condition = { operator: compared[1], limit: Number(compared[2]?.replace(',', '.')) };
      else if (bracket.startsWith('$')) {
        const [money = '', ...rest] = bracket.slice(1).split('-');
        say(money);
        language = rest.join('-');
      }
    }
  }
  return { tokens, color, condition, language };
}

function tokenOf(sign: string): Token {
  if (sign === '0' || sign === '#' || sign === '?') return { kind: 'digit', sign };
  if (sign === '.') return { kind: 'point' };
  if (sign === ',') return { kind: 'comma' };
  if (sign === '%') return { kind: 'percent' };
  if (sign === '/') return { kind: 'slash' };
  return sign === '@' ? { kind: 'written' } : { kind: 'text', text: sign };
}
