import { describe, expect, test } from '@jest/globals';
import { fileFound } from './file-found.ts';

describe('the file by which a find has a link', () => {
  const names = ['Articles 1.docx', 'Claim 5 v Company.txt', 'Claim 1 v Company.txt', 'Führung.pdf'];

  test('is the first one with most of the words that the link lacks', () => {
    expect(fileFound('claim', 'Bank & Co', names)).toBe('Claim 5 v Company.txt');
    expect(fileFound('claim 1', 'Bank & Co', names)).toBe('Claim 1 v Company.txt');
    expect(fileFound('bank claim', 'Bank & Co', names)).toBe('Claim 5 v Company.txt');
    expect(fileFound('FUHRUNG', 'Bank & Co', names)).toBe('Führung.pdf');
  });

  test('is none where the link has all words, no file has one, or nothing is sought', () => {
    expect(fileFound('bank', 'Bank & Co', ['Bank letter.pdf'])).toBeUndefined();
    expect(fileFound('lease', 'Bank & Co', names)).toBeUndefined();
    expect(fileFound('', 'Bank & Co', names)).toBeUndefined();
  });
});
