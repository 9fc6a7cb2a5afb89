import { ReceiptId } from '@strongroom/domain';
import { answerBytes, listed, ok } from '../describe/answers.ts';
import { PageQuery, pageRequest } from '../describe/page.ts';
import { asMedia, one, pageOf } from '../describe/shape.ts';
import { DestroyedFileView, destroyedFileView, ReceiptView, receiptView } from './receipts.views.ts';
import { route } from './route.ts';

const TEXT = 'text/plain; charset=utf-8';

const oneReceipt = { id: ReceiptId };

export const receiptRoutes = [
  route({
    operationId: 'listDestructionReceipts',
    method: 'get',
    path: '/destruction-receipts',
    access: 'signed-in',
    action: 'receipt.list',
    summary: 'List the receipts of deleted rooms, newest first',
    description: 'Of every room for owners, security officers and auditors; of the rooms you deleted for others.',
    query: PageQuery,
    answer: pageOf(ReceiptView),
    status: [200],
    handle: async (app, ctx, { query }) => listed(receiptView, await app.receipts.list(ctx, pageRequest(query))),
  }),
  route({
    operationId: 'getDestructionReceipt',
    method: 'get',
    path: '/destruction-receipts/:id',
    access: 'signed-in',
    action: 'receipt.see',
    summary: 'Follow the destruction of a deleted room',
    params: oneReceipt,
    answer: one(ReceiptView),
    status: [200],
    handle: async (app, ctx, { params }) => ok(receiptView(await app.receipts.get(ctx, { receiptId: params.id }))),
  }),
  route({
    operationId: 'proveDestructionReceipt',
    method: 'get',
    path: '/destruction-receipts/:id/proof',
    access: 'signed-in',
    action: 'receipt.see',
    summary: 'Get the proof that the destruction of a room is in the audit log',
    description:
      'A text (C2SP tlog-proof) with the event `room.destroyed`, a signed checkpoint and the hashes between them. Anyone who knows the key of the log can verify it offline, years later.',
    params: oneReceipt,
    answer: asMedia(TEXT),
    status: [200],
    errors: ['RECEIPT_NOT_COMPLETE', 'EVENT_NOT_FOUND'],
    handle: async (app, ctx, { params }) => answerBytes(TEXT, await app.receipts.proof(ctx, { receiptId: params.id })),
  }),
  route({
    operationId: 'listDestroyedFiles',
    method: 'get',
    path: '/destruction-receipts/:id/files',
    access: 'signed-in',
    action: 'receipt.see',
    summary: 'List what a destruction has destroyed, file by file',
    params: oneReceipt,
    query: PageQuery,
    answer: pageOf(DestroyedFileView),
    status: [200],
    handle: async (app, ctx, { params, query }) =>
      listed(destroyedFileView, await app.receipts.listFiles(ctx, { receiptId: params.id, ...pageRequest(query) })),
  }),
];
