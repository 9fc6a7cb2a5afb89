import { Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { ExchangeRequest, ExchangeResponse } from '../exchange/exchange.ts';
import { OpenAnswers } from './open-answers.ts';

const answer = (): ExchangeResponse => new ExchangeResponse(new ExchangeRequest(new Socket()));

test('holds what was added and not deleted, in any order', () => {
  const open = new OpenAnswers();
  const [first, second, third, fourth] = [answer(), answer(), answer(), answer()];
  for (const one of [first, second, third, fourth]) open.add(one);
  open.delete(second);
  expect(new Set(open)).toEqual(new Set([first, third, fourth]));
  open.delete(fourth);
  open.delete(first);
  expect([...open]).toEqual([third]);
  open.add(second);
  open.delete(third);
  expect([...open]).toEqual([second]);
  open.delete(second);
  expect([...open]).toEqual([]);
});

test('ignores an answer that it does not hold', () => {
  const open = new OpenAnswers();
  const [held, gone, never] = [answer(), answer(), answer()];
  open.add(gone);
  open.delete(gone);
  open.add(held);
  open.delete(gone);
  open.delete(never);
  expect([...open]).toEqual([held]);
});
