import { listed } from '../describe/answers.ts';
import { PageQuery, pageRequest } from '../describe/page.ts';
import { pageOf } from '../describe/shape.ts';
import { view } from '../describe/view.ts';
import { route } from './route.ts';
import { count, text } from './view-fields.ts';

const ClassificationView = view('Classification', {
  label: text('The label.'),
  rank: count('Its rank, from 1 for the lowest.'),
  name: text('Display name of the label.'),
});

export const classificationRoutes = [
  route({
    operationId: 'listClassifications',
    method: 'get',
    path: '/classifications',
    access: 'signed-in',
    action: 'classification.list',
    summary: 'List the classification labels in rising order',
    query: PageQuery,
    answer: pageOf(ClassificationView),
    status: [200],
    handle: async (app, ctx, { query }) =>
      listed((label) => label, await app.classifications.list(ctx, pageRequest(query))),
  }),
];
