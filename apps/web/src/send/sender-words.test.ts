import { expect, test } from '@jest/globals';
import { senderWords } from './sender-words.ts';

test('words of a sender hold nothing that the service refuses', () => {
  const { sender_name: name, note } = senderWords(
    ' Nora\u202e\u0007 West\ud83d ',
    '\none\r\n\ttwo\u0000\u2066 🎉\u200d\ud83d ',
  );
  expect([name, note]).toEqual(['Nora West', 'one\n\ttwo 🎉\u200d']);
});

test('words that a sender left out are none', () => {
  expect(senderWords(' ', '\n')).toEqual({ sender_name: undefined, note: undefined });
});
