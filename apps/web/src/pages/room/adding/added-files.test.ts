import { expect, test } from '@jest/globals';
import { nameOfVersion } from '../base/version-name.ts';
import { applyChoice, questionsOf, takenNames, waysFor } from './added-files.ts';

const there = [
  { id: 'newest', folder: 'Tax', name: 'Report.pdf', may: ['file.replace'] },
  { id: 'older', folder: 'Tax', name: 'report.pdf', may: ['file.replace'] },
  { id: 'others', folder: '', name: 'plan.txt', may: [] },
] as const;
const [report, plan, fresh] = [
  { folder: 'Tax', name: 'report.PDF' },
  { folder: '', name: 'plan.txt' },
  { folder: '', name: 'new.txt' },
] as const;
const added = [report, plan, fresh];

test('names conflict regardless of case, and the first of several files takes the name', () => {
  expect([...takenNames(added, there)].map(([file, { id }]) => [file.name, id])).toEqual([
    ['report.PDF', 'newest'],
    ['plan.txt', 'others'],
  ]);
});

test('a version keeps the name in the room, and a file that must not be replaced gets another name', () => {
  expect(applyChoice(added, { there, coming: [] }, () => 'version')).toEqual([
    { folder: 'Tax', name: 'Report.pdf', replaces: 'newest' },
    { folder: '', name: 'plan (2).txt' },
    fresh,
  ]);
});

test('files of a taken name are kept under free names, or left out', () => {
  const twice = [...added, { folder: '', name: 'plan (2).txt' }];
  expect(applyChoice(twice, { there, coming: [] }, () => 'both').map(({ name }) => name)).toEqual([
    'report (2).PDF',
    'plan (3).txt',
    'new.txt',
    'plan (2).txt',
  ]);
  expect(applyChoice(added, { there, coming: [] }, () => 'leave')).toEqual([fresh]);
});

test('a question names the number that the file gets, beside others that are there and that are added', () => {
  const twice = [...added, { folder: '', name: 'plan (3).txt' }];
  const numbered = { id: 'numbered', folder: '', name: 'PLAN (2).txt', may: [] };
  expect(questionsOf(twice, [...there, numbered], []).map((one) => [one.there.id, one.numbered])).toEqual([
    ['newest', 'report (2).PDF'],
    ['others', 'plan (4).txt'],
  ]);
});

test('a file gets no name that one has which is still on its way', () => {
  const coming = [
    { folder: '', name: 'plan (2).txt' },
    { folder: '', name: 'New.txt' },
  ];
  expect(questionsOf(added, there, coming).map(({ numbered }) => numbered)).toEqual(['report (2).PDF', 'plan (3).txt']);
  expect(applyChoice(added, { there, coming }, () => 'both').map(({ name }) => name)).toEqual([
    'report (2).PDF',
    'plan (3).txt',
    'new (2).txt',
  ]);
});

test('each file goes its own way', () => {
  expect(applyChoice(added, { there, coming: [] }, ({ name }) => (name === 'plan.txt' ? 'leave' : 'version'))).toEqual([
    { folder: 'Tax', name: 'Report.pdf', replaces: 'newest' },
    fresh,
  ]);
});

test('a version is offered of files that the person may replace', () => {
  expect(there.map((other) => waysFor({ there: other }).includes('version'))).toEqual([true, true, false]);
});

test('a version of another file type renames the file', () => {
  expect(nameOfVersion('report.pdf', 'Report final.PDF')).toBe('report.pdf');
  expect(nameOfVersion('report.docx', 'report.pdf')).toBe('report.pdf');
});
