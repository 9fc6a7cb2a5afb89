import { expect, test } from '@jest/globals';
import { progressOn } from '../src/progress.ts';
import type { Terminal } from '../src/terminal.ts';

function terminal(isTerminal: boolean): Readonly<{ told: string[]; terminal: Terminal }> {
  const told: string[] = [];
  const err = (text: string): void => void told.push(text);
  return { told, terminal: { isTerminal, err, out: err, input: async () => '', variable: () => undefined } };
}

test.each([
  [{ step: 'database', share: 0.256 } as const, 'database 25 %'],
  [{ step: 'objects', objects: 12, bytes: 3 * 1024 * 1024 } as const, '12 objects, 3.0 MiB'],
  [{ step: 'checking', objects: 1, bytes: 10 } as const, 'checking: 1 object, 10 bytes'],
])('%j on a terminal: one line, not too often, and nothing is left of it', (progress, line) => {
  const { told, terminal: seen } = terminal(true);
  const { show, end } = progressOn(seen);
  show(progress);
  show(progress);
  end();
  expect(told).toEqual([`\r${line}\u001b[K`, '\r\u001b[K']);
});

test('where nobody looks nothing is said', () => {
  const { told, terminal: unseen } = terminal(false);
  const { show, end } = progressOn(unseen);
  show({ step: 'database', share: 1 });
  end();
  expect(told).toEqual([]);
});
