import { expect, test } from '@jest/globals';
import { progressOn } from '../src/print/progress.ts';
import { aTerminal } from './setting.ts';

test.each([
  [{ step: 'database', share: 0.256 } as const, 'database 25 %'],
  [{ step: 'objects', objects: 12, bytes: 3 * 1024 * 1024 } as const, '12 objects, 3.0 MiB'],
  [{ step: 'checking', objects: 1, bytes: 10 } as const, 'checking: 1 object, 10 bytes'],
])(
  'progress of %j on a terminal is one line, which is redrawn at intervals and removed at the end',
  (progress, line) => {
    const { result, terminal } = aTerminal({ isTerminal: true });
    const { show, end } = progressOn(terminal);
    show(progress);
    show(progress);
    end();
    expect(result).toEqual({ out: '', err: `\r${line}\u001b[K\r\u001b[K` });
  },
);

test('progress prints nothing when not on a terminal', () => {
  const { result, terminal } = aTerminal();
  const { show, end } = progressOn(terminal);
  show({ step: 'database', share: 1 });
  end();
  expect(result).toEqual({ out: '', err: '' });
});
