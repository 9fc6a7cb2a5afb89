import { styleText } from 'node:util';
import type { Terminal } from '../terminal/terminal.ts';

type Shown = Pick<Terminal, 'isTerminal' | 'variable'>;

const isColoured = (terminal: Shown): boolean => terminal.isTerminal && terminal.variable('NO_COLOR') === undefined;

export const bold = (terminal: Shown, text: string): string =>
  isColoured(terminal) ? styleText('bold', text, { validateStream: false }) : text;
