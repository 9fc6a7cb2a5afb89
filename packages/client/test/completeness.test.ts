import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import {
  accountCalls,
  auditCalls,
  entranceCalls,
  secondFactorCalls,
  serviceCalls,
  tokenCalls,
  webhookCalls,
} from '../src/calls/account.ts';
import type { Caller } from '../src/calls/caller.ts';
import { binCalls, fileCalls, folderCalls, linkCalls, shareCalls, versionCalls } from '../src/calls/files.ts';
import { orgUnitCalls, userCalls } from '../src/calls/people.ts';
import { inboxCalls, senderCalls, uploadRequestCalls } from '../src/calls/requests.ts';
import { groupCalls, memberCalls, receiptCalls, roomCalls } from '../src/calls/rooms.ts';

const DOCUMENT = new URL('../../../docs/reference/openapi.json', import.meta.url);
type Document = { paths: Record<string, Record<string, unknown>> };

const described = (): readonly string[] => {
  const { paths } = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as Document;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
};

test('every operation that the service describes has exactly one function', () => {
  const named: string[] = [];
  const note = (operation: string) => {
    named.push(operation);
    return () => undefined;
  };
  const caller = { one: note, list: note, results: note, lines: note, response: note } as unknown as Caller;
  for (const calls of [
    accountCalls,
    auditCalls,
    binCalls,
    folderCalls,
    groupCalls,
    inboxCalls,
    senderCalls,
    uploadRequestCalls,
    entranceCalls,
    fileCalls,
    linkCalls,
    memberCalls,
    orgUnitCalls,
    receiptCalls,
    roomCalls,
    secondFactorCalls,
    serviceCalls,
    shareCalls,
    tokenCalls,
    userCalls,
    versionCalls,
    webhookCalls,
  ])
    calls(caller);
  expect(named.toSorted()).toEqual(described().toSorted());
});
