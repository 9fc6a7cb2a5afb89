import { ReceiptId } from '@strongroom/domain';
import { listed, ok } from '../describe/answers.ts';
import { PageQuery, pageRequest } from '../describe/page.ts';
import { many, one } from '../describe/shape.ts';
import { DestroyedFileView, destroyedFileView, ReceiptView, receiptView } from './receipts.views.ts';
import { route } from './route.ts';

const oneReceipt = { id: ReceiptId };

export const receiptRoutes = [
  route({
    method: 'get',
    path: '/destruction-receipts',
    access: 'signed-in',
    action: 'receipt.list',
    summary: 'List the receipts of deleted rooms, newest first',
    description: 'Of every room for owners, security officers and auditors; of the rooms you deleted for others.',
    query: PageQuery,
    answer: many(ReceiptView),
    status: [200],
    handle: async (app, ctx, { query }) => {
      const { items, meta } = await app.receipts.list(ctx, pageRequest(query));
      return listed(items.map(receiptView), meta);
    },
  }),
  route({
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
    method: 'get',
    path: '/destruction-receipts/:id/files',
    access: 'signed-in',
    action: 'receipt.see',
    summary: 'List what a destruction has destroyed, file by file',
    params: oneReceipt,
    query: PageQuery,
    answer: many(DestroyedFileView),
    status: [200],
    handle: async (app, ctx, { params, query }) => {
      const { items, meta } = await app.receipts.listFiles(ctx, { receiptId: params.id, ...pageRequest(query) });
      return listed(items.map(destroyedFileView), meta);
    },
  }),
];
